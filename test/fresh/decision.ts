/** How an old session asks for a change that is `fresh`, so that a test sees it refused; what the call names need not be there. */
export type Fresh = { body?: () => unknown }

/** `fresh`: only within 15 minutes of a sign-in or a proof. A text: why a session is enough. */
export type Decision = Fresh | string

export const fresh = (body?: () => unknown): Fresh => (body ? { body } : {})

/** There is nothing of this id. */
export const NOTHING = '00000000-0000-4000-8000-000000000000'
