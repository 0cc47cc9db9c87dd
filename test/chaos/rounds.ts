/** Rounds of a chaos test: few by default, more where `CHAOS_ROUNDS` asks for them. */
export const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 2);
