import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** What the dashboard shows as well as a panel. It stays in the app, which gives it to the panel. */
export type SharedParts = Readonly<Record<'users' | 'auditLogs' | 'ledger', () => ReactNode>>

export const SharedPartsContext = createContext<SharedParts | null>(null)

/** The part of this name as a component. */
export function sharedPart(name: keyof SharedParts): ComponentType {
  return function SharedPart() {
    const parts = use(SharedPartsContext)
    if (!parts) throw new Error('a shared part outside of SharedPartsContext')
    return parts[name]()
  }
}
