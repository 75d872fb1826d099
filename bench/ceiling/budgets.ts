/** CPU time of a request as a multiple of the bare server's, with 20,000 games. `npm run bench:guard` allows 25 % more. */
export const BUDGETS: Readonly<Record<string, number>> = {
  'one game': 1.5,
  '304': 1.5,
  '401, no key': 1.8,
  '100 games, brief': 1.5,
  '100 games, normal, zstd': 1.5,
  '100 games, normal': 1.3,
  '100 games, id, cold': 4,
  '100 games, brief, cold': 6,
  '100 games, normal, cold': 16,
};
