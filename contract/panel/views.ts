/** Limits of views that people save of a list: its filters under a name. The database has the same. */
export const VIEW_LIMITS = {
  nameCharacters: 60,
  queryCharacters: 1000,
  /** Of one person, in all lists. */
  views: 200,
} as const

/** Names of lists, as they are stored with their views. */
export const LIST_NAME = /^[a-z][a-z-]{0,39}$/
