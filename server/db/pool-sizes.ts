/** Connections of each kind, so that nobody can take those of somebody else: strangers have few of their own, and so has storage. */
export type Split = { owner: number; api: number; storage: number; anonymous: number }

/** All that the pools of one server may open by default. With listeners and the jobs that is 50 of the 100 that PostgreSQL grants by default. */
export const POOL_CONNECTIONS = 40
/** Beside the pools and the jobs: what a server listens with, at most. */
export const LISTENING_CONNECTIONS = 4
/** With fewer, a kind would have none. */
export const LEAST_CONNECTIONS = 10

/** Divides the connections of one server. Storage has a pool for strangers as well, so there are two of that size. */
export function splitConnections(total: number): Split {
  const tenths = (count: number): number => Math.floor((total * count) / 10)
  const [anonymous, storage, api] = [tenths(1), tenths(2), tenths(3)]
  return { owner: total - api - storage - 2 * anonymous, api, storage, anonymous }
}
