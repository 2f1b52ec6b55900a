/** Days that a guest stays. `most` is in SQL as well. */
export const GUEST_DAYS = { usual: 90, most: 365 } as const
