/** Tiers of a paid subscription, cheapest first (specification 2 §9). Without one, a person is on the free plan. */
export const TIERS = ['guardian', 'enterprise', 'quantum'] as const
export type Tier = (typeof TIERS)[number]

/** What a tier is called and costs, in US cents a month and seat. Stripe's own prices decide what is charged there. */
export const PLANS = {
  guardian: { name: 'Guardian', monthlyCents: 999 },
  enterprise: { name: 'Enterprise Shield', monthlyCents: 2999 },
  quantum: { name: 'Quantum Fortress', monthlyCents: 9999 },
} as const satisfies Record<Tier, { name: string; monthlyCents: number }>

/** Seats of one subscription. */
export const SEATS = { min: 1, max: 1000 } as const
