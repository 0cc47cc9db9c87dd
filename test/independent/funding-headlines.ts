/**
 * What outlets wrote about companies and money: headlines and single sentences of news, each after its labels, below
 * the address that it was read at. The labels are `stage | amount | lead investors | company`, by hand; `-` where the
 * text does not say, and `no round` where no round of a company was closed: acquisitions, funds of investors, totals
 * of a sector, talks, listings, guidance.
 */
export const FUNDING_HEADLINES = `
# https://tech.eu/2023/05/19/this-week-in-european-tech-19-may-2023/
- | USD 110m | - | Wefox
Wefox, the German insurtech scale-up, has closed a new $110 million funding round from existing investors, split between equity and a revolving credit facility.
Series E | USD 95m | - | Smart
London-based fintech focused on the retirement savings market, Smart, aka SmartPension, has secured $95 million in a Series E funding round.
- | EUR 88m | - | Mathem
Swedish online grocery, and of course delivery service, Mathem, has raised approximately €88 million.
- | USD 70m | - | Pigment
French SaaS scale-up Pigment has reportedly raised $70 million in new funding.
Series B | USD 50m | Walden Catalyst + NGP Capital | ANYbotics
Switzerland-based robotics company ANYbotics has raised $50 million in a Series B funding round led by Walden Catalyst and NGP Capital.
Series A | EUR 13.25m | - | Mitiga Solutions
Barcelona-based climate tech company Mitiga Solutions has raised a €13.25 million Series A round for its solution which predicts and prevents natural hazards from becoming disasters.
no round
Global employee engagement company, Reward Gateway has been acquired by French-based employee fintech firm, Edenred for £1.15 billion from funds managed by Abry Partners and Castik Capital.
no round
US-based crypto company Ripple has acquired Swiss crypto custody firm Metaco in a $250 million deal.
no round
According to media reports, German startup TIER Mobility is in advanced acquisition talks with European rival Bolt.
no round
Dutch corporate up-skilling provider Lepaya has acquired Swiss leadership training provider Krauthammer.

# https://tech.eu/2023/04/28/this-week-in-european-tech-28-april-2023/
- | EUR 85m | - | Virta
Helsinki-based electric vehicle charging platform Virta has raised €85 million in a new funding round.
- | GBP 70m | - | TopHat
London-based TopHat, a technology-driven modular housing manufacturer, has announced that it has secured £70 million in a new round of funding from new and existing investors.
Growth | EUR 22m | - | Haltian
Finnish IoT company Haltian has raised €22 million in growth funding for its IoT software and sensor solutions, and services for real estate.
Series A | USD 23m | - | TympaHealth
London-based ear and hearing health assessment system company TympaHealth has raised $23 million in a Series A funding round.
Series B | GBP 15m | - | Riverlane
Cambridge-based quantum engineering company Riverlane has secured £15 million in a Series B funding round.
no round
Bosch will acquire the assets of US chipmaker TSI Semiconductors for $1.5 billion to expand its semiconductor business with silicon carbide chips (SiC), the German engineering and technology giant announced on Wednesday.

# https://tech.eu/2019/08/23/these-were-the-10-biggest-european-tech-stories-this-week-23-august-2019
- | EUR 65m | The Büll Family Office | Mister Spex
Mister Spex, Europe’s online optician, has closed a €65 million financing round led by The Büll Family Office with the participation of existing investors (including Grazia Equity, Stephan Schambach, and Ehssan Dariani).
- | USD 40m | - | Numbrs
Zurich-based fintech firm Numbrs has raised $40 million to bring the total capital invested to almost $200 million.
Series A | USD 40m | - | Starship
The milestone comes as Starship adds $40 million in Series A funding, bringing its total funding to $85 million.
no round
This week, our research team tracked more than 40 tech funding deals worth more than €400 million, as well as some 10 M&A transactions and related news stories across Europe, including Russia, Israel, and Turkey.

# https://tech.eu/2024/03/01/this-week-in-european-tech/
- | USD 200m | - | Enviria
German renewables firm Enviria secures $200M Blackrock capital commitment
- | EUR 100m | - | Powerdot
Powerdot secures €100M funding for EV charging infrastructure expansion
no round
The American HR company Deel is to acquire Munich's Zavvy
no round
Berlin-based powerdata acquired by CONUTI, a portfolio company of NORD Holding
no round
EQT cheers €22B haul for latest flagship private equity fund
no round
French billionaire Xavier Niel expands telecom empire with $1.26B Tele2 deal
no round
Verdane's big bets on digital and decarbonisation: Edda III fund closes at €1.1B
no round
Horizon Capital closes its latest Ukraine-focused fund at €323M
no round
Former £4bn tech unicorn Hopin liquidated in UK
no round
Google hit with $2.3B lawsuit by Axel Springer, other media groups
no round
Mistral AI partners with Microsoft, EQT's new €22B fund, and over €1.85B was invested in European tech this week

# https://tech.eu/2021/04/14/today-in-european-tech-eu-wants-to-ban-use-of-ai-for-surveillance-swiss-medtech-firm-cequr-raises-115-million-and-more
- | USD 115m | - | CeQur
Swiss medical device company CeQur has raised $115 million in the largest round to date for a privately-held European medtech company.
- | USD 115m | - | CeQur
Today in European Tech: EU wants to ban use of AI for surveillance, Swiss medtech firm CeQur raises $115 million, and more
no round
Pale Blue Dot, a young Malmö, Sweden-based investment firm focused on backing climate tech innovations, has closed their fund at €87 million after raising an initial €53 million last year.
Series D | EUR 40m | Cadence Growth Capital + Rocket Internet + SevenVentures | tink
Berlin-based smarthome/IoT comparison and shopping platform tink has raised €40 million in a Series D round. The funding round was led by Cadence Growth Capital, Rocket Internet, and ProSieben’s SevenVentures.
no round
A new fund is emerging on the tiny Russian venture scene. With $50 million in capital, ‘The Games Fund’ is the brainchild of Maria Kochmola and Ilya Eremeev, two former executives from My Games Venture Capital (MGVC).
Seed | USD 24m | - | Sunday
Sunday is a new French startup has raised a $24 million seed round at a $140 million post-money valuation to build a fast restaurant checkout flow.
Series B | USD 21m | UVC Partners | Wire
Berlin-based collaboration platform Wire has closed a $21 million Series B round led by UVC Partners, with participation from existing investors Iconical, Morpheus Ventures, Elysium Venture Capital and One Way Ventures.
- | EUR 8m | - | Cardlay
Danish white-label fintech Cardlay has secured €8 million in financing from newly minted Global PayTech Ventures.
Seed | USD 6.2m | True Ventures + Cherry Ventures | Carbo Culture
Carbo Culture — a startup that has scaled an industrial process to create large-scale CO2 removal using woody waste from agriculture and forests — has raised $6.2 million in seed a financing round led by True Ventures and Cherry Ventures.

# https://tech.eu/2023/05/26/this-week-in-european-tech-26-may-2023/
Series D | USD 250m | Qatar Investment Authority | Builder.ai
London-based Builder.ai has secured $250 million in a Series D round led by Qatar Investment Authority (QIA).
- | EUR 150m | - | Flink
According to a report first filed by Handelsblatt, Berlin-based fast grocery service, Flink has raked in €150 million from existing investors including German supermarket giant Rewe at €50 million and Doordash at €30 million.
Series C | EUR 100m | - | Patient21
German healthcare company Patient21 has raised €100 million in Series C funding to further develop its software platform and expand from Germany into further European markets.
Series A | USD 35m | - | FlowX.ai
The Bucharest-founded FlowX.ai that helps businesses to digitize their internal processes, has raised $35 million in the largest Series A in the history of the Romanian startup ecosystem.
Series B | USD 32m | - | Sastrify
Cologne’s Sastrify has raised $32 million in a Series B funding round.

# https://tech.eu/2020/10/16/this-week-in-european-tech-allegros-stellar-ipo-kahoot-raises-250m-eu-pledges-e10-billion-for-homegrown-cloud-computing-and-other-big-deals-stories
- | USD 215m | - | Kahoot!
Norwegian user-generated gamified e-learning startup Kahoot! — which has clocked 1.3 billion “participating players” since launching in 2013 — has picked up $215 million from SoftBank in a private placement.
no round
Luxembourg-based Brighteye Ventures, which claims to be Europe’s first and largest edtech VC, has announced the $54 million first close of its second fund, bringing assets under management to above $112 million.
no round
Polish e-commerce group Allegro went public; its shares shot up more than 60% on their trading debut, giving the company a market value of close to $20 billion in Europe’s biggest IPO so far this year.
no round
The European Union aims to spend up to €10 billion over the next seven years to help build up a homegrown cloud computing sector that could rival foreign corporations such as Amazon, Google and Alibaba.

# https://tech.eu/brief/these-were-the-10-biggest-european-tech-stories-this-week-february-march-16/
- | GBP 28.5m | - | Gousto
The UK's Gousto, a meal recipe kit service, has raised an additional £28.5 million from new and existing backers.
no round
Experian is acquiring ClearScore for £275 million, plus an unspecified earn-out based on future performance.
no round
German photography company Cewe has acquired French social photo printing startup Cheerz for €45 million.

# https://yourstory.com/2021/05/weekly-funding-report-venture-investments-into-startups-remain-subdued/amp
Seed | USD 3m | Elevation Capital + Matrix Partners India | SuperOps.ai
SuperOps.ai, a tech startup, raised $3 million in seed funding led by Elevation Capital and Matrix Partners India.
Seed | INR 100m | - | Rulezero
Rulezero, a legal/fintech platform raised Rs 10 crore in seed funding from Rainmatter Capital, Kris Gopalakrishnan, IndusLaw, and Reddy Futures.
Pre-Series A | INR 90m | - | Locobuzz Solutions
Locobuzz Solutions, a SaaS startup, raised Rs 9 crore in a pre-Series A round from Maharashtra State Social Venture Fund.
Pre-Series A | USD 1m | Beyond Next Ventures | Myelin Foundry
Deeptech AI startup Myelin Foundry raised $1 million in pre-Series A round led by Beyond Next Ventures. Endiya Partners also participated.
Pre-Series A | INR 66.5m | - | Haqdarshak
Haqdarshak, a social enterprise startup, closed its pre-Series A round at Rs 6.65 crore from investors such as The Deepak Group, Impact India Investment Partners, Beyond Capital Fund, Shalini Chhabra, and 3i Partners.
- | USD 200000 | - | Geekster
Geekster, a startup for tech professionals, raised $200,000 from We Founder Circle and ah! Ventures.
Seed | - | - | Celcius
Celcius, a cold chain marketplace startup raised an undisclosed seed round from a group of investors.
no round
The second week of May witnessed total venture funding worth $9 million, spread across 13 deals.
no round
In contrast, the first week of the month saw a total funding amount of $21 million.

# http://finanster.com/2017/09/22/top-vc-deals-this-week-electric-scooters-slack-and-a-chinese-self-driving-car-firm
Series C | USD 300m | Temasek Holdings | Gogoro
Gogoro raised $300 million in a series C round led by Temasek Holdings, and joined by Al Gore’s Generation Investment Management group, Sumitomo and others.
- | USD 250m | - | Slack
SoftBank poured $250 million into Slack, the workplace collaboration platform that competes with Microsoft-owned Yammer and Facebook’s Workplace. The deal valued Slack at $5.1 billion.
- | USD 60m | - | Patreon
Patreon, a crowdfunding platform, raised $60 million, TechCrunch reported.
Angel | USD 30m | - | JingChi
Chinese Autonomous driving firm JingChi raised $30 million in angel funding, China Money Network reported, and has targeted a Series A round of $100 million.
Series B | USD 20m | Menlo Ventures | MealPal
Food-tech startup MealPal raised $20 million in a series B round of funding led by Menlo Ventures.
- | USD 3.2m | - | C2Sense
C2Sense raised $3.2 million for its “digital nose” that detects gas compounds.
no round
The Hong Kong government created a USD $256 million fund (the Innovation and Technology Venture Fund) to co-invest alongside other venture firms that agree to back local tech startups there.
no round
S2G Ventures closed a $180 million fund, its second, to invest in food and agriculture startups.
no round
The Engine, a venture firm founded at MIT, announced that its debut fund has expanded to a total of $200 million.

# https://inc42-dev.thed2csummit.co/buzz/from-ripplr-to-agrizy-indian-startups-raised-72-mn-this-week/amp
Series B | USD 40m | Fireside Ventures | Ripplr
Bengaluru-based distribution and logistics startup Ripplr raised $40 Mn in its Series B funding round led by Fireside Ventures – making it the biggest fundraiser of the week
no round
Bengaluru-based venture capital (VC) 3one4 Capital has closed its fourth early-stage investment fund, the Fund IV, at $200 Mn to invest in deals ranging from Pre-Seed to Series-A, with cheques worth between $0.5 Mn to $5 Mn
no round
Early-stage VC fund AdvantEdge has unveiled its third fund worth $100 Mn to invest in seed stage, mobility solutions startups
no round
Venture debt firm Stride Ventures announced the first close of its third venture debt fund at $100 Mn fund to invest in fast-growing startups with strong unit economics.
no round
Investment firm Invesco slashed the valuation of one of its major Indian portfolio companies Swiggy to $5.5 Bn.
no round
Between May 8 and May 13, Indian startup ecosystem raised $72 Mn in funding across 17 deals.

# https://globalventuringreview.com/page/16/
Series G | USD 760m | - | WeWork
Co-working space provider WeWork has raised $760m in a series G round that reportedly increased its valuation to $20bn.
Series B | USD 410m | - | SenseTime
Artificial intelligence technology provider SenseTime has completed a $410m series B round featuring Dalian Wanda that reportedly valued it at more than $1.5bn.
no round
Symantec finds Skycure in $250m acquisition
no round
Global Brain heads for $180m close
no round
Partech Ventures, a US-headquartered venture firm with a significant presence in Europe,has closed its seventh VC-stage fund, Partech International Ventures VII, at $455m.
no round
Set-top box producer Roku has hired underwriters for an IPO that could value it at up to $1bn, according to the Wall Street Journal.
no round
SBI Life prepares $1bn IPO

# https://blog.digitalsevaa.com/weekly-funding-roundup-nov-21-25-venture-capital-inflow-falls-by-35
Series D | USD 70m | - | Bira91
Bira91 has raised $70 million in Series D funding from Japan’s Kirin Holdings. The deal takes Kirin’s shareholding in the company to nearly 20% from its earlier 10%.
- | USD 32m | - | Celebal Technologies
Celebal Technologies, a software service company, raised $32 million from Norwest Venture Partners, the first institutional investment in the company.
Series A | USD 22m | - | IndiaGold
Fintech startup IndiaGold closed its Series A funding round at $22 million from Alpha Wave, 3one4 Capital, PayU, Leo Capital and Better Tomorrow Ventures.
- | USD 15m | - | Sukoon Healthcare
Sukoon Healthcare, the hospital focused on psychiatry services, has raised $15 million from Lightrock India.
Series A | USD 10m | Sixth Sense Ventures | ProcMart
ProcMart, a Noida-based B2B procurement marketplace raised $10 million in a Series A round of funding led by Sixth Sense Ventures.
- | USD 6.3m | - | Koo App
Koo App raised $6.3 million from Tiger Global, Accel Partners, Kalaari Capital, 3one4 Capital, and Dream Incubator (DI).
- | USD 4.5m | - | Rapidbox
D2C brand Rapidbox raised $4.5 million from SIG Venture Capital, Tanglin Venture Partners, India Quotient, and Ananya Goenka.
no round
The total funding during the week stood at $175 million cutting across 20 deals.

# http://www.intelast.com/2017/06
no round
France-based venture capital firm Elaia Partners raised a €115m fund.
no round
US-based Fifth Wall Ventures, closed a $212m fund that will be used to back companies developing technologies that are transforming the built world.
no round
US-/Singapore-based B Capital Group closed its maiden $181m technology-focused venture fund.

# https://www.strictlyvc.com/2017/09/16/strictlyvc-september-1-2017/
- | USD 3.5m | - | 7shifts
7shifts, a four-year-old, Saskatoon, Saskatchewan-based maker of restaurant scheduling software, has raised $3.5 million in new funding from Tandem Capital and earlier investor Relay Ventures
- | USD 2.4m | - | 8th Wall
8th Wall, a year-old, Palo Alto, Ca.-based provider of augmented reality platform that works on iOS and Android phones and integrates with ArKit (Apple) and Google’s Tango, has raised $2.4 million in funding.

# https://newsletterest.com/message/71579/Sorare-raises-a-bundle-Coinbase-backs-down-and-ranking-the-best-private-high-schools-in-the-US
Series B | USD 680m | SoftBank Vision Fund 2 | Sorare
Sorare, a nearly three-year-old, Paris-based blockchain-based global fantasy football game where soccer clubs collect digital cards and play games (and that landed $50 million in Series A funding led by Benchmark back in February), just announced a whopping $680 million in Series B funding led by SoftBank Vision Fund 2, with participation from Atomico, Bessemer Ventures, D1 Capital, Eurazeo, IVP and Liontree.
no round
Twitter said today it has agreed to pay more than $800 million to settle a consolidated class-action securities lawsuit alleging the social-media company deliberately misled investors about its monthly active users

# https://newsletterest.com/message/23831/Nasdaq-looks-to-tighten-its-listing-rules-a-new-lockdown-in-China-and-trial-by-Zoom-Its-happening
no round
SenseTime, a six-year-old, Hong Kong-based developer of facial recognition technology, is in talks to raise $1 billion in fresh funding at a $9.5 billion valuation, says the WSJ.

# https://newsletterest.com/message/25003/Facebook-employees-revolt-Bay-Area-prices-sink-and-Michael-Jordan-says-enough
Series B | USD 160m | Hillhouse Capital Group | Genor Biopharma
Genor Biopharma, a 13-year-old, Shanghai, China-based biopharmaceutical firm at work on therapeutic monoclonal antibodies, raised $160 million in Series B funding. Hillhouse Capital Group led the round.
- | USD 100m | - | Ligado Networks
Ligado Networks, a Reston, Va.-based satellite communications company that was formerly known as LightSquared, just raised $100 million in funding.

# https://newsletterest.com/message/133945/Meta-kills-another-knockoff-a-surprise-twist-in-the-Twitter-saga-and-Marc-Andreessen-says-hes-still-in-the-mix
Series A | USD 66m | White Star Capital | Carbon6 Technologies
Carbon6 Technologies, a 1.5-year-old, Toronto-based e-commerce software bundler (it acquires small SaaS businesses so it can offer merchants an all-in-one platform instead), has raised $66 million in Series A equity and debt funding. White Star Capital led the equity piece, joined by Kale Investment Fund and Benevolent Capital.

# https://newsletterest.com/message/142070/BlockFis-bankruptcy-Musks-Apple-attacks-and-a-new-Twitter-alternative-raises-moolah-from-a16z
no round
According to Crunchbase data, over its five years of operations, BlockFi raised at least $1.4 billion from investors, including Valar Ventures, Morgan Creek Digital, Bain Capital Ventures, and Tiger Global.

# http://ideaforge.co/blog/index.php/page/34
- | USD 6m | - | Mobius Labs
Mobius Labs nabs $6M to help more sectors tap into computer vision
Series A | EUR 5.2m | Ventech VC | Mobius Labs
Berlin-based Mobius Labs has closed a €5.2 million (~$6.1M) funding round off the back of increased demand for its computer vision training platform. The Series A investment is led by Ventech VC, along with Atlantic Labs, APEX Ventures, Space Capital, Lunar Ventures plus some additional angel investors.

# https://www.businesswire.com/news/home/20200714005280/en/TileDB-Closes-15M-Series-Industry%E2%80%99s-Universal-Data
Series A | USD 15m | Two Bear Capital | TileDB
TileDB Closes $15M Series A for Industry’s First Universal Data Engine; Two Bear Capital Leads Round

# https://www.businesswire.com/news/home/20240910761539/en/P0-Security-Closes-15M-Series-A-Funding
Series A | USD 15m | - | P0 Security
P0 Security Closes $15M Series A Funding to Help Enterprises Govern and Secure Cloud Access for All Human and Machine Identities in Minutes

# https://www.p0.dev/blog/15m-series-a
Series A | USD 15m | - | P0 Security
P0 Security Raises $15M Series A to Secure Cloud Access

# https://www.finsmes.com/2026/03/clasp-raises-20m-series-b-funding.html
Series B | USD 20m | - | Clasp
Clasp Raises $20M Series B

# https://remote.com/blog/company-news/remote-acquires-bravas
no round
Remote Acquires Bravas

# https://labusinessjournal.com/news/2018/mar/20/upkeep-lands-10-million-series/
Series A | USD 10m | - | UpKeep
UpKeep Lands $10 Million in Series A

# https://www.inria.fr/en/probabl-software-open-source-artificial-intelligence
Seed | EUR 13m | - | Probabl
Probabl raises €13M in seed funding to build Europe’s open source AI champion

# http://www.cnbc.com/2018/06/01/google-and-amazon-back-ctrl-labs-sensetime-raises-620-million.html
- | USD 620m | - | SenseTime
Top VC deals: Google and Amazon both backed CTRL Labs, and Chinese AI firm SenseTime raised $620 million
- | USD 28m | - | CTRL-labs
CTRL-labs raised $28 million for wearable tech that would allow people to mentally control computers or other devices.
- | USD 175m | - | Taxify
A ride-hailing company called Taxify raised $175 million and notched a $1 billion valuation, the company revealed on Wednesday
Series D | USD 300m | - | Xiaohongshu
Alibaba and Tencent, China's biggest tech companies, have both invested in a $300 million, series D round of funding in a shopping app called Xiaohongshu, which means "Little Red Book" in English.

# https://www.cnbc.com/2017/12/08/top-vc-deals-this-week-baidu-wm-motor-denali-ofo-indigoag-kespry.html
Series D | USD 203m | - | Indigo Agriculture
Indigo Agriculture closed its series D round of funding at $203 million for probiotics that help farmers maximize crop yields.
- | USD 1.8bn | - | WM Motor
A Tesla and Toyota competitor in China, WM Motor, has raised $1.8 billion from investors including Baidu Capital to make smart electric vehicles.
no round
Gilead Sciences acquired Cell Design Labs in a deal valued at $567 million.
no round
They raised more than $248 million in their stock market debut.
no round
Top VC deals: Baidu invests in electric vehicles, Gilead buys cancer-fighting start-up

# https://blog.privatecircle.co/deals-in-2w-oem-and-flying-evs
Series D | INR 8700m | - | WayCool
WayCool raised a 870 cr series D round including a 163 cr debt, from LightRock, LightBox, FMO, Lightsmith, IFC, Gawa, and Redwood to build tech for its food and agri platform.
- | INR 4580m | - | Curefoods
Curefoods raised 458 cr from Iron Pillar, Chiratae, Sixteenth Street Capital, Accel and Binny Bansal to continue buying food brands.
- | INR 370m | Speciale invest + Micelio | ePlane company
EV aircraft startup The ePlane company raised 37 cr led by Speciale invest and Micelio with participation from 3one4, Anicut and Java capital.

# http://fortune.com/2018/10/26/term-sheet-friday-october-26/
no round
Venture firms raised a whopping $8 billion worth of new funds in the span of 10 days (!)
no round
To close out the week, Bessemer Venture Partners announced $1.85 billion for its new fund, BVP X.

# https://fortune.com/2015/11/04/term-sheet-wednesday-november-4/
- | USD 500m | Fidelity | Jet.com
Jet.com, the ambitious e-commerce startup taking on Amazon, has raised a $500 million round of venture capital led by Fidelity, according to people familiar with the company.

# https://www.yahoo.com/news/term-sheet-thursday-october-5-131537568.html
Seed | USD 12m | Peter Thiel + Sean Parker | 3T Biosciences
3T Biosciences, a secretive T-cell therapy startup, raised $12 million in seed funding, according to CNBC. Billionaires Peter Thiel and Sean Parker led the round.
- | USD 58m | - | Immatics
Just today, Immatics, an immunotherapy startup out of Germany, raised $58 million in funding (see below).
no round
In August, Gilead Sciences bought Kite Pharma, a Santa Monica, Calif.-based developer of chimeric antigen receptor T-cell therapy, for $11.9 billion.

# https://fortune.com/2017/03/28/term-sheet-tuesday-march-28/
- | USD 12m | - | Bustle
Bustle, the female-focused media company founded by Bryan Goldberg, has raised $12 million in new funding, bringing its total funding to $50.5 million.

# https://coins2day.com/2018/11/02/term-sheet-friday-november-2
- | USD 375m | - | Zume
Zume, the pizza-delivery and food-logistics startup, raised $375 million in funding from Softbank, according to The Wall Street Journal.
no round
Softbank is reportedly expected to invest another $375 million in the company through a second tranche in the future.

# https://news.clateway.com/the-10-biggest-rounds-of-may-xai-and-coreweave-lead-big-month-for-ai-30673.html
- | USD 1.1bn | Coatue | CoreWeave
AI cloud infrastructure startup CoreWeave locked up a $1.1 billion round led by Coatue that values the company at $19 billion, per The Wall Street Journal.
no round
May was a big month to raise, well, really big. Four rounds hit $1 billion or more and companies needed to raise at least $200 million to make this list.

# https://rss.mediahub.az/p/i/?a=reader&rid=69098103b67ce
- | USD 1.4bn | Mubadala Capital + Valor Equity Partners | Crusoe Energy Systems
Denver-based AI data center Crusoe Energy Systems raised the third-largest round, a $1.4 billion deal led by Mubadala Capital and Valor Equity Partners.
- | USD 1bn | Addition | Base Power
Austin-based battery energy provider Base Power raised $1 billion led by private equity firm Addition
no round
All told, venture investors poured $39 billion globally into early- and late-stage startups in October, Crunchbase data shows.
no round
Startup Funding Heats Up In October, With Billion-Dollar Rounds To Reflection, Polymarket, Crusoe And Base Power

# https://www.geekwire.com/2019/analysis-seattle-startup-fundings-rise-q2-spurred-big-rounds-outreach-auth0-others/
- | USD 114m | - | Outreach
New unicorn in Seattle: Outreach raises massive $114M round, pushing valuation above $1 billion
- | USD 103m | - | Auth0
Identity authentication startup Auth0 raises $103M as another Seattle company reaches unicorn status
- | USD 60m | - | Highspot
Highspot reels in $60M for AI-powered software used by Fortune 500 sales teams
- | USD 50m | Tiger Global | Zenoti
‘Prolific’ firm Tiger Global leads $50M round in Seattle spa and salon software startup Zenoti
- | USD 43m | - | Flexe
‘Airbnb for warehousing’ startup Flexe raises $43M to help online retailers take on Amazon

# https://www.geekwire.com/2023/vc-funding-to-pacific-northwest-startups-in-q3-was-down-nearly-50-year-over-year/
no round
Pacific Northwest startups raised $920 million in the third quarter, marking the lowest quarterly amount in five years and a 46% drop compared to the same time period in 2022.

# https://easycloud.company/2019/05/seattles-vc-firms-raised-more-new-funds-in-2018-than-they-had-in-10-years
no round
First is Madrona Venture Group, which raised a new $300 million fund this year, its seventh.

# https://fintechfutures.com/?p=15372294
- | GBP 42m | - | The Bank of London
The Bank of London bags £42m funding round after reportedly being hit with HMRC winding-up petition
- | GBP 42m | Mangrove Capital Partners | The Bank of London
The Bank of London has closed its latest funding round at £42 million after reportedly being hit by a winding-up petition. Mangrove Capital Partners led the round after previously co-leading a $40 million extension to the bank’s Series C in February last year.
- | USD 50m | - | Finally
Financial management software provider to SMEs, Finally, raises $50m equity and $150m debt
no round
UniCredit buys 9% stake in Commerzbank as German government looks to offload shareholding

# https://growthbusiness.co.uk/starling-bank-raises-75m-to-fund-expansion-18758
Series C | GBP 50m | Merian Global Investors | Starling Bank
Challenger bank Starling Bank has raised £50 million in a Series C funding round led by Merian Global Investors through its Merian Chrysalis vehicle.

# http://jlne.ws/1VVoFRP
- | GBP 1m | - | MONDO
MONDO RAISES £1 MILLION IN LESS THAN TWO MINUTES.

# https://cityam.com/uk-fintechs-attract-record-vc-investment-in-the-third-quarter-outsprinting-the-total-for-2020
no round
UK fintechs attract record VC investment in the third quarter, outsprinting the total for 2020

# https://www.altfi.com/article/early-report-suggests-uk-fintech-funding-declined-again-in-2023
no round
Early report suggests UK fintech funding declined again in 2023

# https://www.finextra.com/newsarticle/38419/london-fintechs-enjoy-record-vc-investment-in-h1
no round
London fintechs enjoy record VC investment in H1

# http://greenconduct.com/news/2012/06/18/the-week-in-cleantech-june-11-17/
Series C | USD 50m | The Founders Fund | Climate Corporation
Leading the week was San Francisco-based Climate Corporation, formerly Weatherbill, with the close of a $50 million Series C round led by new investor The Founders Fund.
no round
US Bancorp established yet another tax-equity fund to support SolarCity‘s PV installation business, this time with an expressed commitment of $250 million.

# https://keepcool.co/p/tell-me-some-good-news
no round
The DOE announced $2.2 billion in grants for eight power transmission projects that span 18 states.
no round
The DOE’s LPO announced $1.45 billion in conditional loan funding for Qcells’ solar manufacturing plant in Georgia, which will produce finished solar panels and panel components.

# https://www.keepcool.co/p/whats-in-a-name
no round
Zeekr, the Chinese EV subsidiary of Geely, went public in an IPO on the New York Stock Exchange on Friday, raising $350M+ at a $5B+ valuation.

# https://techlivetrends.com/this-week-in-robotics-chinese-startups-net-a-series-of-fundraising-successes/
- | USD 13m | - | Botinkit
Cooking robot company Botinkit raises $13M

# https://mediafill.com/robotics-funding-cools-in-april-2024-a-deep-dive
Series B | USD 100m | - | Collaborative Robotics
Leading the pack was none other than Collaborative Robotics (creative name, right?), which snagged a whopping one hundred million dollars in a Series B funding round.

# https://www.therobotreport.com/robotics-investments-recap-april-2021/
- | USD 2.8bn | - | AutoStore
AutoStore, a leading developer of AS/RS systems, raised $2.8 billion from Softbank, accounting for nearly half of the month’s total funding.
- | USD 750m | - | Cruise
San Francisco-based Cruise raised another $750 million for its work on autonomous vehicles, adding Walmart to its already impressive list of investors.
no round
The Robot Report tracked 38 robotics investments worth more than $4.8 billion in April 2021.
no round
Companies working on autonomous vehicles or autonomous vehicle technologies raised at least $839 million.

# https://www.mondaq.com/unitedstates/aviation/1527496/space-business-review-september-2024
Series C | USD 99m | Xinding Capital + Sichuan Industrial Fund | Beijing Interstellar Glory Space Technology
Chinese launch services start-up Beijing Interstellar Glory Space Technology Co., Ltd. raised $99m in Series C and C+ funding rounds led by Xinding Capital and Sichuan Industrial Fund.
Series B | EUR 30m | Global Portfolio Investments SL | Satelio IOT Services
Satelio IOT Services, S.L. (Sateliot), a Spanish start-up developing a satellite-based Internet-of-Things network, raised €30m in a Series B funding round led by Global Portfolio Investments SL.
Series C | EUR 150m | Marubeni Corporation | D-Orbit
Italy-based space logistics and in-orbit servicing start-up D-Orbit SpA announced that its Series C investment round led by Marubeni Corporation, with participation from existing investors CDP Venture Capital Sgr, Seraphim Space Investment Trust, Indaco Venture Partners Sgr and others, raised a total of €150m in new funding, adding an additional €50m to the €100m received in January 2024.
no round
In-flight connectivity services provider Gogo Inc. (Gogo) announced that it entered into a definitive agreement to acquire competitor Satcom Direct, Inc. for $375m in cash, 5m shares of Gogo common stock, and up to $225m in additional performance incentive payments over four years.

# https://www.mondaq.com:443/unitedstates/corporate-and-company-law/1373062/space-business-review-september-2023
Seed | USD 7.4m | Inventure VC | ReOrbit
ReOrbit Oy, a Finland-based software-enabled satellite developer, announced that it raised $7.4m in a seed funding round led by Inventure VC, with participation from 10x Founders, Icebreaker.vc, Expansion and Yes VC.
Series B | USD 50m | ETF Partners + Trill Impact + A&G | Open Cosmos
UK-based space mission company Open Cosmos Ltd. announced that it raised $50m in a Series B investment round led by ETF Partners, Trill Impact and A&G.
Seed | USD 7m | - | Kayhan Space
Space traffic management solutions start-up Kayhan Space Corp. announced that it raised $7m from Space Capital and EVE Atlas in a seed extension round.
Series B | USD 290m | MUFG Bank + Kanematsu + Tokio Marine & Nichido Fire Insurance | Sierra Space
Sierra Space Corporation, a Colorado-based commercial space infrastructure and services company, announced that it raised $290m in a Series B funding round led by MUFG Bank, Kanematsu and Tokio Marine & Nichido Fire Insurance that values the company at $5.3b.
no round
The restructuring follows the $6.4b take-private acquisition of the company by Advent International, which closed in May 2023.

# https://www.mondaq.com:443/unitedstates/aviation/1316336/space-business-review-april-2023
- | - | - | Axelspace
Japanese smallsat manufacturer and Earth observation business Axelspace Corporation announced that it raised an undisclosed amount of new funding from Space Compass Corporation, Development Bank of Japan, Tokio Marine Holdings and Mitsubishi UFJ Capital.
- | USD 30m | - | True Anomaly
True Anomaly, Inc., a space security startup that is developing an autonomous orbital vehicle for space object data collection, emerged from stealth, announcing that it has raised $30m in funding from Eclipse Ventures, Riot Ventures, Champion Hill Ventures and Space.VC, among other investors.
Series C | USD 92m | IA Ventures | Kepler Communications
Kepler Communications Inc. announced that it raised $92m in a Series C funding round led by IA Ventures, with plans to use the new capital for development of an optical data relay system to complement its radio frequency network.
Series A | USD 28.5m | 8090 Industries | Orbit Fab
On-orbit refueling company Orbit Fab, Inc. announced that it raised $28.5m in a Series A funding round led by 8090 Industries, which it plans to use for deployment of its multi-orbit fuel delivery and storage infrastructure.
no round
On April 4, Virgin Orbit LLC filed voluntarily for Chapter 11 bankruptcy protection

# https://www.mondaq.com:443/unitedstates/corporate-and-company-law/1237284/space-business-review-september-2022
Series A | EUR 13m | Wa'ed Ventures + Phaistos Investment Fund | OQ Technology
OQ Technology, a start-up with plans to develop a global 5G Internet of Things satellite constellation focused on serving enterprise customers in the oil & gas industry, announced that it raised €13m in a Series A investment round led by Wa'ed Ventures, the venture capital arm of Saudi Arabian Oil Company, and Phaistos Investment Fund, which is managed by 5G Ventures.
Series B | USD 51m | GIC India Direct Investment Group | Skyroot Aerospace
India-based launch services start-up Skyroot Aerospace Pvt Ltd announced that it concluded a $51m Series B funding round led by GIC India Direct Investment Group.
Series A | USD 48m | Breakthrough Energy Ventures + Shield Capital | Albedo Space
Earth observation company Albedo Space Corp. announced that it raised $48m in a Series A investment round co-led by Breakthrough Energy Ventures and Shield Capital, bringing to $58m its total funding raised to date.
- | - | - | GalaxySpace
China's GalaxySpace, a private satellite Internet start-up, announced that it raised new funding in an investment round that takes its value to $1.58b.
Series A | USD 28m | Alpine Space Ventures | Morpheus Space
Morpheus Space Inc., a start-up developing electric propulsion systems for small satellites, concluded a $28m Series A funding round led by Alpine Space Ventures.
Series B | USD 71m | ATW Partners | SpinLaunch
California-based SpinLaunch Inc. announced that it closed a $71m Series B funding round led by ATW Partners.

# https://www.mondaq.com:443/unitedstates/aviation/1434942/space-business-review-february-2024
- | USD 15.5m | - | Interlune
Moon resource extraction start-up Interlune Corp. (Interlune) raised $15.5m in new funding and aims to raise an additional $2m, according to disclosures made by the company as part of regulatory filings.
Series A | USD 943m | China's National Manufacturing Transformation and Upgrading Fund | Shanghai Spacecom Satellite Technology
China-based Shanghai Spacecom Satellite Technology, which was selected by the Shanghai municipal government to manufacture the satellites for Shanghai's planned G60 low-Earth orbit communications constellation, raised $943m in a Series A funding round led by China's National Manufacturing Transformation and Upgrading Fund.
- | USD 29m | - | LeoLabs
LeoLabs, Inc. (LeoLabs) raised $29m in a funding round featuring new investors GP Bullhound Investments, 1941 (a joint venture of Ellerston Capital Ltd. and Bondi Partners) and Dolby Family Ventures

# https://payload.beehiiv.com/p/3-9-23
Series A | - | - | Starfish
Starfish Raises Series A to Raise More Otters
Series A | USD 14m | Munich Re Ventures | Starfish Space
Starfish Space, a Seattle-based startup developing satellite servicing spacecraft, has raised a $14M Series A round led by Munich Re Ventures.
no round
Starfish had previously raised ~$8M from VCs and won a handful of NASA and DoD contracts, collectively fully funding its first on-orbit demonstration.

# https://payloadspace.com/newsletter/archive/10-14-21/
Seed | USD 1.2m | WorldQuant Ventures | Spaced Ventures
This morning, Spaced Ventures (SV) announced a $1.2 million seed round led by WorldQuant Ventures.

# https://seradata.com/investment-in-newspace-for-abl-space-systems-recently-renamed-hedron-and-ispace-of-japan
Series A | USD 17.8m | - | Hedron
Hedron (which has announced a name change from Analytical Space along with its new funding) has secured US$17.8 million in Series A financing.
Series B | - | - | ABL Space Systems
Prospective American launch provider ABL Space Systems announced the closure of an extension to its previously successful Series B funding round (which closed in March) on 25 October.

# https://parabolicarc.com/2023/07/14/biz-briefs-hawkeye-360-benchmark-raise-funds/
Series D | USD 58m | BlackRock | Hawkeye 360
Hawkeye 360 raised $58 million in Series D-1 funding the company said it would use to introduce a new satellite architecture and accelerate geospatial data efforts. BlackRock led the round with additional funding from Manhattan Venture Partners and existing investors Insight Partners, NightDragon, Strategic Development Fund.
Series B | USD 33262373 | - | Benchmark Space Systems
Benchmark Space Systems has raised $33,262,373 out of a planned $43,815,554 Series B round, according to a company filing with the Securities and Exchange Commission (SEC).
no round
NASA has issued task orders worth $5 million apiece to Axiom Space and Collins Aerospace to begin developing new spacesuits.

# https://spacewatch.global/2024/10/spacewatchgl-venture-space-september-2024/
- | USD 5m | Starship Ventures | Longshot Space
This month’s Deal of the Month is Longshot Space, who raised $5m, led by Starship Ventures with participation from Myelin VC and AngelList.
no round
Funding for space-tech startups in September rebounded from a moribund-as-usual August with $334m of funding across 21 deals.

# https://pitchbook.com/news/articles/scale-anduril-ai-defenese-tech-vc-deals
Series F | USD 1bn | - | Scale AI
Accel-backed Scale AI, which provides AI data training and validation for enterprises and the defense industry, just inked a $1 billion Series F at a $13.8 billion valuation—a whopping 89% jump from its $7.3 billion Series E valuation in 2021.
no round
Meanwhile, Anduril—the Founders Fund- and Valor Equity Partners-backed startup developing unmanned weapons systems—is in talks to raise around $1.5 billion at a valuation of $12.5 billion or more, The Information reported Monday.

# https://www.daily8.com/en/hashtag/defensetech
- | USD 2.5bn | Founders Fund | Anduril
Anduril raises $2.5B at $30.5B valuation led by Founders Fund

# https://efinder.lk/news/article/anduril-doubles-valuation-to-over-60-billion-as-defense-tech-funding-boom-contin
- | USD 5bn | Thrive Capital + Andreessen Horowitz | Anduril
Defense tech startup Anduril on Wednesday said it raised $5 billion, doubling its valuation to $61 billion in a funding round led by Thrive Capital and Andreessen Horowitz.
no round
Anduril doubles valuation to over $60 billion as defense tech funding boom continues

# https://algeriatech.news/?p=30727
Seed | USD 150m | Andreessen Horowitz + Lightspeed | Inferact
Inferact reached $800 million valuation on $150 million in seed funding, led by Andreessen Horowitz and Lightspeed, for AI inference infrastructure work.
- | USD 300m | - | Baseten
Baseten raised $300 million at approximately $5 billion valuation — more than doubling from its prior round — with Nvidia and CapitalG among investors.

# https://rbtfl.xyz/ko/n/defense-tech-funding-record-2026.md
no round
Defense tech startups raise $14.6bn in five months, smashing 2025's full-year record

# https://agenticdaily.ai/articles/28-new-unicorns-in-april-led-by-ai-labs-and-robotics-startups
Seed | USD 1.1bn | Lightspeed + Sequoia | Ineffable Intelligence
Ineffable Intelligence, founded by David Silver of AlphaGo, raised $1.1 billion seed funding led by Lightspeed and Sequoia, reaching a $5.1 billion valuation.
Series A | USD 500m | Google Ventures + Nvidia | Recursive Superintelligence
Recursive Superintelligence raised $500 million Series A led by Google Ventures and Nvidia for a $4.5 billion valuation.
no round
April added 28 new billion-dollar companies

# https://www.cryptoproductivity.org/sardine-raises-51-5m-led-by-a16z-to-sniff-out-fishy-fintech-transactions-techcrunch/
- | USD 51.5m | a16z | Sardine
Sardine raises $51.5M led by a16z to sniff out fishy fintech transactions
Series B | USD 51.5m | Andreessen Horowitz (a16z) Growth Fund | -
The company announced it has raised $51.5 million in a Series B round led by Andreessen Horowitz (a16z) Growth Fund after closing a $19.5 million Series A earlier this year.

# http://www.venture.name/tag/finance/
- | USD 14m | - | FintechOS
FintechOS raises $14M help banks launch products as fast as FinTech Startups
Series A | USD 14m | Digital East Fund of Earlybird Venture Capital + OTB Ventures | -
It’s announcing today that it has secured $14 million (£10.7 million) in a Series A investment led by the Digital East Fund of Earlybird Venture Capital and OTB Ventures, with participation from existing investors Gapminder Ventures and Launchub.

# http://www.venture.name/author/alex-wilhelm/
no round
Supergiant VC rounds aren’t just raised in China

# https://productmanagement.confabulatory.net/tag/philippines/page/3
no round
Ant Group buys Singapore’s 2C2P to further global payments ambitions

# http://logisticsvaluenetworks.blogspot.com/2017/11/robot-makers-fill-their-war-chests-in.html
- | USD 25m | - | Locus Robotics
Locus Robotics, a spinoff of a warehouse company that decided to build its own robots after the Amazon deal in 2012, raised another $25 million in venture capital, bringing its total funding to more than $33 million, the company announced last week.

# https://www.fusevy.com/Blogs?page=415
- | USD 125m | - | Personio
Personio — the German startup that targets small and medium-sized businesses (10-2,000 employees) with an all-in-one HR platform covering recruiting and onboarding, payroll, absence tracking and other major HR functions — has picked up $125 million in funding at a $1.7 billion post-money valuation.
Series D | - | Index Ventures + Meritech | -
The Series D is being co-led by Index Ventures and Meritech, with previous backers Accel, Lightspeed Venture Partners, Northzone, Global Founders Capital and Picus all participating.

# https://fortune.com/2021/09/01/will-the-war-for-talent-spur-dealmaking/
- | USD 60m | - | Instawork
Gig-worker job platform Instawork raised $60 million in July.
Series B | USD 150m | - | Remote
Payroll software maker Remote raised $150 million in Series B at an over $1 billion valuation that same month.
Series E | USD 250m | - | Checkr
And today, Checkr, a background check company, announced it raised $250 million in Series E funding, valuing it at $4.6 billion.
no round
The most on the nose deal recently is creator economy startup Patreon’s acquisition of a 40-strong tech recruiting firm that will grow its engineering and product teams, announced Tuesday.

# https://fagura.com/tag/seedrs-round-2
- | EUR 780000 | - | Fagura
Fagura raised 780,000 Euros in equity investments in its second round on Seedrs

# https://ingressivecapital.com/?p=67
- | USD 50m | - | Cassava technologies
Africa’s first integrated tech company, Cassava technologies received a $50m investment from C5 capital putting SAAS in first place
no round
Startups in Africa raised a total of at least $124.7m across 6 deals, one of them with an undisclosed amount.
no round
Kenyan VC firm FrontEnd Ventures, founded by Njeri Muhia and Steven Wamathai, unveils fund to back local founders.
no round
Cathay AfricInvest Innovation Fund (CAIF), a Pan-African fund launched via a partnership between AfricInvest and Cathay Innovation, has achieved a final close of EUR 110 million (USD 112 Mn).

# https://afridigest.substack.com/p/weeks-17-18-19-2022
- | USD 110m | - | Interswitch
Interswitch, the Nigerian electronic payments and financial infrastructure unicorn, raised a reported $110M from LeapFrog Investments and Tana Africa Capital.

# https://afridigest.substack.com/p/week-17-2023-wir
- | USD 10m | - | 42Markets Group
42Markets Group, a South African fintech incubation platform, raised $10M from the Convergence Partners Digital Infrastructure Fund.

# https://techbuild.africa/quick-african-startups-fundraising-in-july-2022/
no round
The drop in VC funding was evident in the month of June as 42 African startups raised $152.8 million compared to May which saw 38 startups raise $255.2 million.

# https://bioworld.com/keywords/17380-financings
Debt | USD 13m | - | Cardiomech
Cardiomech AS raised $13 million in fresh capital via a convertible loan agreement that will go towards developing its transcatheter mitral valve chordal repair technology.
Series D | USD 54m | - | Tissium
Tissium SA reported the close of a series D funding round, raising $54 million from investors both new – such as Mérieux Développement SAS – and long-term, including Cathay Capital Co. Ltd.
Series A | USD 9m | - | Mediwhale
Mediwhale Inc. closed a $9 million series A round that will see the company take its artificial intelligence (AI)-powered retina scans to prevent heart and kidney diseases to the U.S. market.
Series A | USD 10.7m | Innovacom + Novinvest Partners + Breizh-up | Oso-AI
Oso-AI SAS raised $10.7 million to develop its artificial intelligence (AI)-driven augmented ear for frail people and their caregivers. This series A financing round was led by its historical shareholders Innovacom SAS, Novinvest Partners SAS and Breizh-up.

# https://bioworld.com/articles/topic/292-financings?page=328
- | USD 112.5m | - | Pepgen
Pepgen Inc., a company developing new therapies for Duchenne muscular dystrophy (DMD) and myotonic dystrophy type 1 (DM1) from its Enhanced Delivery Oligonucleotide platform, has closed an oversubscribed $112.5 million crossover financing.
- | GBP 1.6m | - | 4D Biomaterials
LONDON – Birmingham University spinout 4D Biomaterials Ltd. has raised initial funding of £1.6 million (US$2.2 million) to commercialize a new shape-changing biopolymer.

# https://bioworld.com/articles/topic/292-financings?page=217
Series B | CNY 540m | - | Beijing Longwood Valley Medical Technology
Beijing Longwood Valley Medical Technology Co. Ltd. (also known as Changmugu Medical) recently completed a series B financing of ¥540 million ($79.7 million) to advance its artificial intelligence (AI) medical products.
Series C | USD 40m | - | Moximed
Moximed Inc. has received $40 million in series C financing to pursue regulatory approval for its implantable shock absorber (ISA) for knee osteoarthritis (OA).
Seed | USD 25m | - | Monod Bio
Monod Bio Inc. raised a $25 million seed financing round to advance its protein-based biosensor technology.
no round
Med-tech financings are still down by 55% in comparison with the same time frame last year, but they have gained some ground by narrowing the gap with the pre-pandemic year of 2019.

# http://biomecho.org/292%2c850b08.html
Seed | USD 17m | - | AOA Dx
AOA Dx Inc. closed an oversubscribed $17 million seed round to expand the clinical trial for its ovarian cancer diagnostic test.
Seed | EUR 1m | - | Rhythm Diagnostic Systems
Rhythm Diagnostic Systems SA (RDS) received €1 million (US$1.1 million) from Capital Grand Est, the first venture capital (VC) firm to join its investor pool, taking its total seed capital raised to €13 million.
Series A | USD 57m | - | Precede Biosciences
Precede Biosciences Inc. emerged from stealth having raised $57 million in seed and series A financing to fund its genome-wide platform.
no round
Through the third quarter 2023 med-tech firms raised $14.35 billion in financings, down 43.82% from $25.55 billion raised in the same period last year.

# https://bioworld.com/newsletters/11/issues/27136
Series D | USD 163m | - | Sword Health Technologies
Sword Health Technologies Inc. slipped another $189 million into its coffers with an oversubscribed $163 million series D fundraising round that spilled into an additional $26 million secondary transaction.
- | EUR 15m | - | Xeltis
The European Investment Bank (EIB) pumped €15 million (US$17 million) into Xeltis BV to accelerate clinical programs for its polymer-based technology platform for cardiovascular restoration.
no round
PERTH, Australia – Cardiovascular medical device company EBR Systems Inc. announced a planned AU$110 million (US$79.7 million) initial public offering (IPO) on Australia’s Securities Exchange to bring its wireless cardiac pacing system for heart failure to market.

# https://bioworld.com/articles/topic/292-financings-bioworld-medtech?page=469
- | USD 50m | Insight Partners + Olive Tree Ventures + Qualcomm Ventures | Tyto Care
Tyto Care Ltd. nabbed $50 million in an oversubscribed round of funding the company will use to expand commercialization of its integrated telehealth platform. Insight Partners, Olive Tree Ventures, and Qualcomm Ventures LLC led the latest round.
Series B | USD 16m | Memorialcare Innovation Fund | Silvercloud Health
Digital mental health startup Silvercloud Health Inc. has scooped up $16 million in a series B round led by Memorialcare Innovation Fund.
no round
The Korea Export Import Bank (KEXIM) took a step toward fulfilling its mandate to finance Korean companies’ overseas expansion by seeking managers for a new ₩400 billion (US$328 million) fund.

# https://medtechdive.com/news/medtech-funding-surges-q2-cb-insights/603535
no round
After a sluggish first quarter, investment in medical device makers roared back in April through June to hit $8.2 billion, with early-stage startups among the biggest beneficiaries

# https://epaper.infinitycompliance.in/startups/databricks-databricks-closes-in-on-55-billion-valuation-after-latest-fundraise
- | USD 6.6bn | - | OpenAI
Sam Altman’s OpenAI also raised $6.6 billion at a valuation of $157 billion last month.
no round
Fintech giant Stripe is reportedly seeking a valuation of $70 billion in a similar deal, according to a report by Bloomberg News.

# https://www.cnet.com/tech/tech-industry/uber-to-be-valued-at-50-billion-in-new-funding-round-say-reports/
no round
Uber to be valued at $50 billion in new funding round, say reports
no round
The Wall Street Journal reported Friday night that Uber is planning to raise from $1.5 billion to $2 billion in new funds, at a value of $50 billion or more.

# https://www.businessinsider.com.au/report-uber-is-trying-to-raise-at-least-1-billion-with-a-valuation-of-over-17-billion-2014-11
no round
Uber is trying to raise at least $US1 billion in new capital at a valuation of over $US17 billion, The Financial Times reports.

# https://irishtimes-irishtimes-staging.cdn.arcpublishing.com/business/technology/uber-in-talks-to-raise-1-billion-in-funding-1.1994928
no round
Uber in talks to raise $1 billion in funding

# https://www.newsmax.com/finance/streettalk/openai-funding/2023/12/22/id/1146954/
no round
OpenAI is in early talks to raise a fresh round of funding at a valuation at or above $100 billion, Bloomberg News reported Friday, citing people with knowledge of the matter.

# https://www.bnnbloomberg.ca/china-chip-startup-biren-seeking-funds-at-2-7-billion-valuation-1.1743913
no round
Chip designer Shanghai Biren Intelligent Technology Co. is seeking to raise fresh funds at a valuation of about 17 billion yuan ($2.7 billion) to fuel its growth, according to people familiar with the matter.
Angel | - | Biren | YunSilicon
In October, Biren co-led an angel investment round into Shanghai-based YunSilicon, a smaller peer that designs cloud data center network chips, according to YunSilicon’s website.

# https://emper1.blogspot.com/2015/05/uber-fund-raising-points-to-50-billion.html
no round
The mobile car-hailing application is in early talks to raise a new round of financing that could value the start-up at $50 billion, according to a person familiar with the discussions
- | USD 1.2bn | - | Uber
In December, Uber closed a $1.2 billion round of financing that valued it at $40 billion.

# http://www.freshnews.org/feeds/techcrunch
no round
Indian e-commerce giant Flipkart has hit the market to raise about $1 billion at up to $30 billion valuation before its public listing, two people familiar with the matter told TechCrunch.

# https://venturedailydigest.beehiiv.com/p/peter-thiel-has-now-sold-1-billion-of-palantir-stock-this-year-softbank-backed-indian-startup-filed-
no round
Apple Withdraws From OpenAI $6.5 B Funding Talks & Binance Founder Zhao Released from US Custody

# https://startupchai.in/p/india-inc-gears-tesla-eyes-telangana-plant-rapido-seeks-funding-phonepe-expands-upi-singapore
no round
Rapido Eyes $100 Mn Funding From Existing Backer WestBridge Capital, Others
no round
Centre Court Capital launches Rs 350 cr maiden fund for sports, gaming
no round
Fintech player Navi is reportedly in talks for a new funding round

# https://incbusiness.in/?p=4474
- | INR 40m | BioAngels | Dectrocel
Health-tech startup Dectrocel raises ₹4 Cr led by IAN Group-backed BioAngels
no round
L Catterton’s India-centric consumer fund marks first close at $200 Mn

# http://medial.app/news/decoding-rapidos-dollar120-mn-unicorn-round-5d27d4cc17579
Series E | USD 120m | - | Rapido
Mobility startup Rapido recently turned unicorn after raising $120 million in a Series E funding round from WestBridge Capital through its various investment vehicles including SETU AIF and Konark.

# https://newsstreetlive.com/domestic-startups-secure-more-than-150-million-this-week
Series D | USD 50m | Elev8 Venture Partners | smallcase
India’s largest model portfolios platform smallcase raised $50 million in its Series D funding round with a mix of primary and secondary led by Elev8 Venture Partners, with participation from new and existing investors.
no round
Domestic startups secure more than $150 million this week

# https://test.daily8.com/en/article/b634b80be2d757f11e290e5c45128ee0
no round
Indian startups secure $585.71 million in funding this week
Series F | USD 200m | - | Porter
Notable investments included Porter, an on-demand goods transport agency, which secured USD 200 million in its Series F funding round.
Seed | USD 218m | - | PB Healthcare
Healthcare company PB Healthcare led this segment with an impressive USD 218 million seed round, backed by General Catalyst.

# http://www.anapaulabessa.com/index-102.html
no round
SoftBank Made $1.8-1.9 Bn By Offloading Shares In Four Listed Indian Startups

# https://telecareaware.com/category/c1-telecare-telehealth-news/page/29/
Series A | USD 15m | Nava Ventures | -
Their $15 million Series A was led by Nava Ventures, with participation from new investors UnityPoint Health Ventures and PrimeTime Ventures, and existing investors SpringTide Ventures and ManchesterStory

# https://telecareaware.com/tag/ehr/
- | USD 25m | - | Intuition Robotics
Short takes: Intuition Robotics gains $25M funding, Akili Interactive abandons digital Rx therapeutics, NextGen goes private for $1.8B
no round
CMA clears £1.2B EMIS acquisition by UnitedHealth Group’s Optum (UK)

# https://telecareaware.com/tag/ford-sync/
- | USD 43m | - | Fitbit
Fitbit just raised an additional $43 million to add to their previous $23 million.
Series A | USD 65m | - | MedSynergies
MedSynergies led with a $65 million Series A for their software which will facilitate hospital networks performance monitoring of practices and provider referrals/scheduling.
Series A | USD 30m | - | Withings
Internationally, Withings raised a $30 million Series A in July.

# https://telecareaware.com/tag/lyra-health/
no round
‘Neoinsurer’ Oscar Health goes for $100 million IPO
no round
Sharecare goes SPAC for hefty $3.9 bn valuation

# http://www.techrockies.com/foundry-group-closes-new-225m-venture-capital-fund/s-0061268.html
no round
Foundry Group Closes New, $225M Venture Capital Fund

# https://privateequityinternational.com/nea-closes-2-5bn-vc-fund
no round
NEA closes $2.5bn VC fund

# https://www.buyoutsinsider.com/vc-fund-briefs-week-of-sept-22-2008/
no round
True Ventures has closed its second fund with $195 million in capital commitments.
no round
Ascent Venture Partners is raising $200 million for its fifth fund, according to a regulatory filing.

# https://staging.globalventuring.com/?p=168153
no round
US-based venture capital firm LegalTech Fund has closed a $28.5m fund with contributions from limited partners including e-signature technology provider DocuSign, equity management software producer Carta and law firms

# https://bestbrokers.com/2024/06/26/unicorn-startups-in-2024-ai-is-taking-over
no round
OpenAI, the San Francisco-based company behind ChatGPT, is currently worth $80 billion, making it the world’s third largest unicorn startup by market valuation after ByteDance and SpaceX.

# http://www.seattlemet.com/news-and-profiles/articles/where-angels-fear-to-tread-september-2014
- | USD 37.5m | - | Avvo
In April legal advice website Avvo pocketed $37.5 million.
- | USD 35m | - | Smartsheet
Three weeks later, Bellevue’s business software firm Smartsheet finished a $35 million round of funding.

# https://www.marketwatch.com/story/musk-says-tesla-is-the-unnamed-client-in-samsungs-16-5-billion-microchip-deal-929dc1eb
no round
Musk says Tesla is the unnamed client in Samsung’s $16.5 billion microchip deal

# https://www.cnbc.com/2025/07/25/what-openais-push-for-independence-ultimately-means-for-microsofts-14-billion-investment-.html
no round
What OpenAI's push for independence ultimately means for Microsoft's $14 billion investment

# https://seekingalpha.com/news/4472661-canada-based-ia-financial-to-acquire-rf-capital-for-597m
no round
Canada-based iA Financial to acquire RF Capital for $597M

# https://seekingalpha.com/news/4472619-nice-to-acquire-cognigy-in-deal-valued-at-955m
no round
Nice to acquire Cognigy in deal valued at $955M

# https://seekingalpha.com/news/4472540-kkr-in-talks-to-buy-stt-gdc-deal-worth-5b
no round
KKR reportedly in talks to buy Asian data center company STT GDC in deal worth $5B

# https://seekingalpha.com/news/4472512-fcpt-acquires-two-properties-for-48-million
no round
FCPT acquires two properties for $4.8 million

# https://www.globenewswire.com/news-release/2025/07/21/3118655/0/en/Upexi-Grows-Treasury-to-1-819-Million-SOL-Worth-331-Million-with-a-58-Million-Unrealized-Gain-in-Under-Three-Months.html
no round
Upexi Grows Treasury to 1.819 Million SOL Worth $331 Million with a $58 Million Unrealized Gain in Under Three Months

# https://www.globenewswire.com/news-release/2025/07/21/3118415/0/en/Intention-to-Fundraise.html
no round
Intention to Fundraise

# https://www.marketwatch.com/story/selena-gomez-and-benny-blanco-share-a-glimpse-of-their-35-million-beverly-hills-mansion-b28d3e1f
no round
Selena Gomez and Benny Blanco share a glimpse of their $35 million Beverly Hills mansion

# https://www.cnbc.com/2025/07/25/fine-art-auction-sales.html
no round
Auction sales fall 6% in the first half, raising fears of an art market shift

# https://www.cnbc.com/2025/07/27/cramer-why-a-great-companys-beat-and-raise-was-sold-and-my-plan-for-the-stock.html
no round
Why a great company's beat and raise was sold, and what I plan to do with the stock
`;
