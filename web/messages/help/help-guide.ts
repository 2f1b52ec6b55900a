/** One task in a few steps. `to` is the page where it is done. */
export type Guide = { id: string; title: string; steps: readonly string[]; to?: { path: string; label: string } }
export type GuideTopic = { title: string; guides: readonly Guide[] }

export const MY_FILES = { path: '/dashboard', label: 'Open My Files' }
export const SECURITY = { path: '/dashboard/security', label: 'Open Security' }
