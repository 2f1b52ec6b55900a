import { LockKeyhole, LogOut } from 'lucide-react'
import { groupByFour } from '#web/ui/code/digit-groups.tsx'
import { m } from '#web/messages/app.ts'
import { AvatarButton } from '#web/ui/button/avatar-button.tsx'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '#web/ui/overlay/menu.tsx'
import { Mono, Span } from '#web/ui/layout/text.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useAccountState, useVault } from '../vault/vault-context.ts'

/** Who is signed in, the fingerprint of their key, lock and sign out. */
export function AccountMenu() {
  const state = useAccountState()
  const { account } = useVault()
  const signOut = useSignOut()
  if (state.kind !== 'open') return null

  return (
    <Menu trigger={<AvatarButton label={m.shell.account} seed={state.keyFingerprint} />}>
      <MenuNote>
        <strong className="block">{state.firstName}</strong>
        <Span tone="hint" className="block wrap-anywhere">
          {state.email}
        </Span>
        <Span tone="hint" size="xs" className="mt-2 block">
          {m.shell.keyFingerprint}
        </Span>
        <Mono className="block max-w-56 text-xs wrap-break-word">{groupByFour(state.keyFingerprint)}</Mono>
      </MenuNote>
      <MenuSeparator />
      <MenuItem onClick={() => void account.lock()}>
        <LockKeyhole size={16} aria-hidden="true" />
        {m.shell.lock}
      </MenuItem>
      <MenuItem onClick={() => void signOut()}>
        <LogOut size={16} aria-hidden="true" />
        {m.shell.signOut}
      </MenuItem>
    </Menu>
  )
}
