import '#web/messages/panel-errors.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, DoorOpen, Ellipsis, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'
import { tenantEntry } from '#web/messages/tenant-entry.ts'
import { tenants as words } from '#web/messages/tenants.ts'
import { type CommandItem, CommandDialog } from '#web/ui/overlay/command-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { rowsIn } from '#web/parts/list/paged-table.tsx'
import { useRested } from '#web/parts/list/use-rested.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { tenantsQuery } from './tenants.queries.ts'
import { EnterForm } from '../entry/enter-form.tsx'
import { useEntry, useLeave } from '../entry/entry-context.ts'

const text = admin.switcher

type Props = { isOpen: boolean; onClose: () => void }

/** Organisations of the installation, for who runs it. Another one is entered by the form that asks for a reason, and in no other way. */
export function OrganisationSwitcher({ isOpen, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Tenant | null>(null)
  const entered = useEntry()
  const leave = useLeave()
  const close = () => {
    setTyped('')
    onClose()
  }
  const toOwn = () => {
    close()
    if (entered) leave.mutate(entered.entry.id)
  }
  const press = (tenant: Tenant) => {
    if (tenant.is_operator) return toOwn()
    close()
    if (tenant.id !== entered?.entry.tenant_id) setChosen(tenant)
  }
  const { items, label, empty } = useOrganisations({ isOpen, typed, press })
  const back = { id: 'own', label: text.back, Icon: DoorOpen, onPress: toOwn }
  return (
    <>
      <CommandDialog
        isOpen={isOpen}
        onClose={close}
        words={{ ...text, empty }}
        text={typed}
        onText={setTyped}
        groups={[
          { id: 'organisations', label, items },
          { id: 'back', label: text.own, items: entered ? [back] : [] },
        ].filter((group) => group.items.length > 0)}
      />
      <Dialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen ? text.enter(chosen.name) : tenantEntry.title}
      >
        <EnglishArea>
          {chosen && (
            <EnterForm organisation={chosen} onCancel={() => setChosen(null)} onEntered={() => setChosen(null)} />
          )}
        </EnglishArea>
      </Dialog>
    </>
  )
}

const rowsOf = ({ tenants }: { tenants: readonly Tenant[] }) => tenants

type Wanted = { isOpen: boolean; typed: string; press: (tenant: Tenant) => void }

/** Organisations that fit what is typed, as lines to press; a line that asks again where they could not be read. */
function useOrganisations({ isOpen, typed, press }: Wanted) {
  const search = useRested(typed.trim())
  const openId = useEntry()?.entry.tenant_id
  const list = useInfiniteQuery({
    ...tenantsQuery(useVault().tenants, { search, state: null }),
    enabled: isOpen,
  })
  const items: CommandItem[] = rowsIn(list, rowsOf).map((tenant) => ({
    id: tenant.id,
    label: tenant.name,
    note: noteOf(tenant, openId),
    Icon: Building2,
    onPress: () => press(tenant),
  }))
  const more = { id: 'more', label: words.more, Icon: Ellipsis, onPress: () => void list.fetchNextPage() }
  const again = { id: 'again', label: words.retry, Icon: RotateCw, onPress: () => void list.refetch() }
  return {
    items: [...items, ...(list.hasNextPage ? [more] : []), ...(list.isError ? [again] : [])],
    label: list.isError ? words.failed : text.organisations,
    empty: list.isPending || search !== typed.trim() ? words.loading : words.none,
  }
}

/** Says which organisation is open, and which one is in no ordinary state. @param openId of the one that was entered */
function noteOf({ id, is_operator: isOwn, status }: Tenant, openId: string | undefined): string | undefined {
  if (openId === undefined ? isOwn : id === openId) return text.isOpen
  if (isOwn) return text.own
  return status === 'active' ? undefined : words.states[status]
}
