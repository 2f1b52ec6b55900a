/** A team is a named group of people of one organisation. The functions of `server/db/functions/teams/` hold the same limits. */
export const TEAM_LIMITS = {
  nameCharacters: 100,
  descriptionCharacters: 500,
  people: 1000,
  perOrganisation: 500,
} as const

/** Who decides who is in a team: people of the organisation, or its identity provider. */
export const TEAM_SOURCES = ['manual', 'scim'] as const
export type TeamSource = (typeof TEAM_SOURCES)[number]
