/** Factors of the composite by their fields, with their names, in the order in which pages show them. */
export const FACTORS = [
  ['technical', 'Technical'],
  ['momentum', 'Momentum'],
  ['fundamentals', 'Fundamentals'],
  ['microstructure', 'Microstructure'],
  ['optionsFlow', 'Options flow'],
] as const;
