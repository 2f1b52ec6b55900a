/** Limits of the list of people. */
export const PEOPLE_LIMITS = { page: 50, searchCharacters: 200 } as const
/** `present`: everybody but those who were removed. For people who may not manage users, nobody is suspended, waits or was removed. */
export const PEOPLE_STATES = ['present', 'suspended', 'waiting', 'removed'] as const
