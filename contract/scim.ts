/** SCIM 2.0, RFC 7643 and RFC 7644, as far as this server speaks it. */
export const SCIM_PATH = '/scim/v2'

export const SCIM = {
  /** What a token begins with. */
  tokenPrefix: 'qs_scim_',
  /** Tested equal to `public.add_scim_token`. */
  mostTokens: 10,
  tokenDays: { usual: 365, most: 730 },
  /** Tested equal to `scim.add_account`. */
  mostPeople: 10_000,
  /** As many as a team may have. */
  mostMembers: 1_000,
  mostOperations: 100,
  pageSize: { usual: 100, most: 200 },
  filter: { mostCharacters: 2_000, mostComparisons: 30, mostLevels: 10 },
  bodyBytes: 1024 * 1024,
} as const

/** How somebody of an organisation stands, for people who manage users: provisioned by an identity provider or suspended. */
export const STANDINGS = ['active', 'waiting', 'suspended'] as const
export type Standing = (typeof STANDINGS)[number]
