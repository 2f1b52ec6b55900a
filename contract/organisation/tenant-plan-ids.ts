/** Plans of an organisation, smallest first. In a file of their own: forms of billing need no more of plans, and pages of people need no forms. */
export const TENANT_PLAN_IDS = ['starter', 'professional', 'enterprise'] as const
export type TenantPlan = (typeof TENANT_PLAN_IDS)[number]

/** `leaving`: it is deleted once its days of grace are over. One that is gone is in no list. */
export const TENANT_STATES = ['active', 'suspended', 'leaving'] as const
export type TenantState = (typeof TENANT_STATES)[number]
