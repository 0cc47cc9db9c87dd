/*
 * Our own lexicon of finance English, chosen by meaning. Three strengths only: 0.5 weak, 1 plain, 1.5 strong. Entries
 * are separated by commas. A verb stands as "base", or "base:past:participle" if irregular, with "*" if its last
 * consonant doubles; its other forms are derived.
 */

/** Nouns whose size has a meaning: more of them is good (+1) or bad (−1). */
export const MEASURES: readonly { readonly polarity: 1 | -1; readonly weight: number; readonly nouns: string }[] = [
  {
    polarity: 1,
    weight: 1.5,
    nouns: `
      profit, profits, profitability, earnings, ebit, ebita, ebitda, eps, earnings per share, profit before tax,
      profit before taxes, profit per share, net income, operating income, operating result, pretax result,
      pre-tax result, result before taxes, result, net result, results, bottom line, profit after tax,
      profit for the period, operating margin, operating profit margin, guidance, outlook, profit forecast,
      earnings forecast, full-year forecast, result from operations, profit from operations, income from operations,
      earnings from operations`,
  },
  {
    polarity: 1,
    weight: 1,
    nouns: `
      sales, sale of, net sales, turnover, revenue, revenues, income, dividend, dividends, payout, margin, margins,
      gross margin, demand, orders, order, order book, order intake, orders received, order backlog, backlog,
      bookings, market share, share of the market, volume, volumes, traffic, passenger, passengers, visitors,
      subscribers, customers, users, exports, export, shipments, shipment, deliveries, output, production, cash flow,
      cash flows, cash, liquidity, solvency, equity ratio, return on equity, return on capital, return on investment,
      return, returns, roce, roe, roi, share price, stock price, shares, share, stock, stocks, index, price target,
      target price, credit rating, rating, forecast, forecasts, target, targets, estimate, estimates, growth,
      efficiency, productivity, competitiveness, performance, invoicing, gdp, economy, savings, saving, cost savings,
      synergies, occupancy, occupancy rate, load factor, utilisation, utilization, confidence, sentiment, trust,
      gains, gain, surplus, assets under management, business, capital, network, range, portfolio, value,
      same-store sales, funding, investment, investments, spending, consumption, sold, flew, carried, prospects,
      visibility, quality, satisfaction, reliability, loyalty, popularity, footfall, premiums, net asset value,
      advertising, lending, deposits, valuation, futures, yield, bitcoin, bond, bonds, loans, starts, capacity,
      presence, position, market position, offering, staff, jobs, job, personnel, workforce, headcount, employees,
      workers, positions, posts, number of employees, net interest income, interest income, commission income,
      premium income, fee income, rental income, operating revenue, top line, topline, gross profit,
      cash flow from operations, cash flow from operating activities, net cash flow from operations,
      net cash from operating activities, estimate of, estimates of, free cash flow, operating cash flow, pipeline,
      tonnage, cargo, freight, sales volume, sales volumes, unit sales, registrations, subscriptions,
      subscriber base, customer base, client base, circulation, audience, viewers, readers, readership, downloads,
      membership, members, clients, reservations, arrivals, overnight stays, rents, fair value, book value,
      capital adequacy, capital adequacy ratio, capital ratio, tier 1 ratio, trade surplus, permits,
      industrial production, retail sales, car sales, new orders, reach, penetration, capability, capabilities,
      competence, competences, expertise, know-how, flexibility, safety, security, balance sheet, financial position,
      reputation, leadership, purchasing power, service level, service offering, product range, product offering,
      product portfolio, competitive position, activities, resources, reserves, energy efficiency, cost efficiency,
      cooperation, partnership, relationship, footprint, take-up, uptake, interest in, foothold`,
  },
  {
    polarity: 1,
    weight: 0.5,
    nouns: `
      price, prices, number, imports, share capital, market, markets, sector, operations, activity, ownership, stake,
      level, levels, rate, units, brand, awareness, project, start-ups, throughput, speed, coverage`,
  },
  {
    polarity: -1,
    weight: 1.5,
    nouns: `
      loss, losses, net loss, operating loss, pretax loss, pre-tax loss, loss per share, loss for the period,
      deficit, shortfall, write-down, write-downs, writedown, writedowns, impairment, impairments, write-off,
      write-offs, bad loans, defaults`,
  },
  {
    polarity: -1,
    weight: 1,
    nouns: `
      cost, costs, operating costs, expense, expenses, expenditure, expenditures, debt, debts, net debt, gearing,
      charges, liabilities, unemployment, jobless claims, claims, claim, damages, lawsuit, lawsuits, litigation,
      suit, probe, investigation, case, complaint, dispute, shortage, shortages, headwinds, problems, difficulties,
      vacancy rate, vacancies, tensions, fears, concerns, worries, arrears, indebtedness, restrictions, errors,
      defects, bottlenecks, backlash, complaints, injuries, injury cases, accidents, delays, risk, risks, churn,
      cancellations, inflation, taxes, tax, tariffs, tariff, expense ratio, combined ratio, cost ratio, bankruptcies,
      insolvencies, foreclosures, delinquencies, provisions, fuel prices, energy prices, oil prices,
      raw material prices, material prices, input prices, steel prices, gas prices, fees, penalties, fines,
      emissions, waste, downtime, operating expenses, labour costs, labor costs, production costs, personnel costs,
      financing costs, capital expenditure, lead times, delivery times, processing time, turnaround time,
      response times, rejections, burdens, dependency, non-performing loans, charge-offs, greenhouse gas,
      carbon dioxide, scrap rate, attrition, consumption of energy, energy consumption, fuel consumption,
      interest rates, volatility, uncertainty, overcapacity, competition, short interest, dependence, need for,
      pollution, payback`,
  },
];

/** Counts whose moves are neither good nor bad. */
export const COUNTS = `
  number of shares, number of the company s shares, number of the company shares, number of company shares,
  number of own shares, number of treasury shares, shares outstanding, outstanding shares, own shares,
  treasury shares, voting rights, nominal value, par value, number of votes, voting power, shareholding, holding`;

/** What can be opened or closed. */
export const SITES = `
  plant, plants, mill, mills, factory, factories, store, stores, shop, shops, branches, facility, facilities, site,
  sites, warehouse, warehouses, mine, mines, line, lines, units, outlets, outlet, office, offices, branch, hotel,
  hotels, restaurant, restaurants, showroom, showrooms, terminal, terminals, data centre, data centres, data center,
  data centers, distribution centre, distribution center, logistics centre, logistics center, service centre,
  service center, research centre, research center`;
