import { createContext, type ReactNode, use } from 'react'
import { isReachedByEntry } from '#contract/organisation/entry-reach.ts'
import { tenantEntry } from '#web/messages/tenant-entry.ts'
import { Text } from '#web/ui/layout/text.tsx'

/** Addresses of the pages within an entry into another organisation; null in one's own, where everything is answered. */
export const EnteredPages = createContext<ReadonlySet<string> | null>(null)

export type Reach = {
  /** @param line method and route, as the server declares it: `POST /training/v1/assignments`; a function of rest/v1 by its name */
  asks: (line: string) => boolean
  /** @param address of a page of the panel, with or without what follows its path */
  page: (address: string) => boolean
}

const RPC = '/rest/v1/rpc/'

const ANSWERED: Reach = { asks: () => true, page: () => true }

/** Tells what the server answers where this screen is: everything in one's own organisation, a list within an entry. Screens offer nothing else. */
export function useReach(): Reach {
  const pages = use(EnteredPages)
  if (pages === null) return ANSWERED
  return {
    asks: (line) => {
      const [method = '', url = ''] = line.split(' ')
      if (!url.startsWith(RPC)) return isReachedByEntry({ method, url, name: undefined })
      return isReachedByEntry({ method, url: `${RPC}:name`, name: url.slice(RPC.length) })
    },
    page: (address) => pages.has(address.split('?')[0] ?? ''),
  }
}

type Props = { children: ReactNode } & ({ line: string } | { page: string })

/** Shows its content where the server answers what that asks, or where the page that it leads to is one. */
export function Reached({ children, ...asked }: Props) {
  const { asks, page } = useReach()
  return ('line' in asked ? asks(asked.line) : page(asked.page)) ? children : null
}

/** Fields that are read, and cannot be changed, where the server does not answer what saves them. */
export function ReachedFields({ line, children }: { line: string; children: ReactNode }) {
  const { asks } = useReach()
  if (asks(line)) return children
  return (
    <fieldset disabled className="contents">
      <Text tone="soft" className="mb-3">
        {tenantEntry.readOnly}
      </Text>
      {children}
    </fieldset>
  )
}
