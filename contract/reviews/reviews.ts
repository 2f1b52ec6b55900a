/** A review is due within so many days. */
export const MAX_REVIEW_DAYS = 730
/** Reviewers of one review. */
export const MAX_REVIEWERS = 20
/** Characters of what a reviewer notes with a decision. */
export const MAX_NOTE_CHARACTERS = 500
export const MAX_REVIEW_NAME_CHARACTERS = 120

/** Which people a review covers. */
export const REVIEW_SCOPES = ['people', 'guests', 'team', 'role'] as const
export type ReviewScope = (typeof REVIEW_SCOPES)[number]

export const REVIEW_STATES = ['draft', 'open', 'closed'] as const

/** `remove`: a manager of the space still has to do it in an open browser. `applied`: it is done. `failed`: nothing was done. */
export const ITEM_STATES = ['pending', 'keep', 'remove', 'applied', 'failed'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** Why a removal was not done. */
export const ITEM_REASONS = ['changed', 'last_owner', 'last_manager', 'owner_only', 'gone'] as const
export type ItemReason = (typeof ITEM_REASONS)[number]

/** How an offboarding ends: an account that cannot sign in, or one that no longer belongs to the organisation. */
export const OFFBOARDING_ENDINGS = ['suspend', 'remove'] as const
export type OffboardingEnding = (typeof OFFBOARDING_ENDINGS)[number]

/** In their order. */
export const OFFBOARDING_STEPS = ['access', 'devices', 'links', 'requests', 'roles', 'spaces', 'removal'] as const
export type OffboardingStep = (typeof OFFBOARDING_STEPS)[number]
