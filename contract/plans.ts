/** Tiers of a paid subscription, cheapest first. Without one, a person is on the free plan. */
export const TIERS = ['guardian', 'enterprise', 'quantum'] as const
export type Tier = (typeof TIERS)[number]

const GIGABYTE = 1024 ** 3

/**
 * What a tier is called and costs, in US cents a month and seat, and the storage it comes with; null is without a limit.
 * Stripe's own prices decide what is charged there.
 */
export const PLANS = {
  guardian: { name: 'Guardian', monthlyCents: 999, storageBytes: 10 * GIGABYTE },
  enterprise: { name: 'Enterprise Shield', monthlyCents: 2999, storageBytes: 100 * GIGABYTE },
  quantum: { name: 'Quantum Fortress', monthlyCents: 9999, storageBytes: null },
} as const satisfies Record<Tier, { name: string; monthlyCents: number; storageBytes: number | null }>

/** Seats of one subscription. */
export const SEATS = { min: 1, max: 1000 } as const
