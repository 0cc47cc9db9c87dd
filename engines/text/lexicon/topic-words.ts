/*
 * Words that tell what a startup does; chosen by meaning. `words` in any case, `capitals` only as they are written:
 * "AI" is a topic, "ai" in "Hawai i" is not. A hyphen and a space are the same.
 */
export const TOPIC_WORDS = {
  ai: {
    words: `artificial intelligence, machine learning, deep learning, generative ai, gen ai, large language model,
      large language models, language model, language models, neural network, neural networks, computer vision,
      foundation model, foundation models, chatbot, chatbots, ai powered, ai driven, ai native, agentic, openai,
      natural language processing, speech recognition, ai startup, ai firm, ai company, copilot`,
    capitals: `AI, A.I., GenAI, LLM, LLMs, AGI, NLP, GPT`,
  },
  fintech: {
    words: `fintech, fintechs, insurtech, regtech, wealthtech, paytech, neobank, neobanks, challenger bank,
      challenger banks, digital bank, mobile bank, payments, payment processor, payments platform, payment platform,
      open banking, banking platform, banking app, online bank, online lender, digital lender, lending platform,
      buy now pay later, remittance, remittances, money transfer, crypto, cryptocurrency, blockchain, stablecoin,
      stablecoins, defi, robo advisor, robo adviser, payroll platform, expense management, corporate cards,
      credit scoring, embedded finance, wealth management, trading app, brokerage app, credit card startup`,
    capitals: `BNPL, DeFi`,
  },
  climate: {
    words: `climate tech, climatetech, cleantech, clean tech, greentech, green tech, climate, clean energy,
      renewable, renewables, renewable energy, solar, wind power, wind energy, wind turbine, wind turbines,
      offshore wind, geothermal, nuclear fusion, fusion energy, fusion power, nuclear reactor, small modular reactor,
      green hydrogen, hydrogen, decarbonization, decarbonisation, decarbonize, carbon capture, carbon removal,
      carbon footprint, carbon credits, carbon accounting, net zero, emissions, low carbon, battery storage,
      energy storage, energy transition, heat pump, heat pumps, ev charging, electric vehicle, electric vehicles,
      battery recycling, recycling, sustainable, sustainability, green steel, power grid, virtual power plant`,
    capitals: `EV, EVs, CO2, CCS, ESG`,
  },
  health: {
    words: `health, healthcare, health care, healthtech, health tech, digital health, medtech, med tech, biotech,
      biotechnology, biopharma, biopharmaceutical, pharma, pharmaceutical, pharmaceuticals, therapeutics, therapy,
      therapies, drug discovery, drug development, drugmaker, clinical, clinical trial, clinical trials, patients,
      patient, hospital, hospitals, medical, medicine, medicines, telehealth, telemedicine, diagnostics, diagnostic,
      genomics, gene therapy, gene editing, cell therapy, cancer, oncology, diabetes, alzheimer's, vaccine, vaccines,
      mental health, biosciences, bioscience, life sciences, life science, immunotherapy, surgical, femtech, wellness`,
    capitals: `FDA, mRNA, CRISPR`,
  },
  space: {
    words: `spacetech, space tech, spaceflight, spacecraft, satellite, satellites, rocket, rockets, orbital, in orbit,
      earth orbit, low earth orbit, launch vehicle, launch provider, launch services, lunar, moon lander, moon landing,
      space startup, space company, space station, space industry, space logistics, spaceplane, smallsat, smallsats,
      cubesat, cubesats, earth observation, aerospace, spacex, rocket lab, space systems, commercial space`,
    capitals: `NASA, ESA, LEO`,
  },
  defense: {
    words: `defense, defence, defense tech, defence tech, defensetech, military, pentagon, warfare, weapon, weapons,
      weapons systems, counter drone, missile, missiles, munitions, hypersonic, battlefield, national security,
      armed forces, u.s. army, us army, u.s. navy, us navy, air force, warfighter, warfighters, dual use,
      fighter jet, fighter jets, autonomous weapons`,
    capitals: `DoD, DARPA, NATO`,
  },
  robotics: {
    words: `robotics, robot, robots, robotic, humanoid, humanoids, cobot, cobots, drone, drones, autonomous vehicle,
      autonomous vehicles, autonomous driving, self driving, driverless, autonomous trucks, robotaxi, robotaxis,
      warehouse automation, autonomous mobile robots, quadruped, exoskeleton`,
    capitals: `AMR, AMRs, AGV, AGVs`,
  },
  saas: {
    words: `saas, software as a service, enterprise software, cloud software, business software, workflow software,
      software startup, software company, software platform, software maker, software provider, software developer,
      productivity software, hr software, hr platform, sales software, marketing software, accounting software,
      collaboration platform, collaboration software, collaboration tool, developer tools, devtools, low code,
      no code, project management software, customer support platform, data platform, api platform, b2b software,
      scheduling software, cloud platform, cloud infrastructure, observability, cybersecurity platform`,
    capitals: `SaaS, CRM, ERP, HRIS`,
  },
} as const;
