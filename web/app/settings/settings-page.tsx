import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { useMedia } from '#web/lib/media.ts'
import { m } from '#web/messages/app.ts'
import { settings as settingWords } from '#web/messages/settings.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { PageHead } from '#web/ui/layout/page-head.tsx'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { OwnRoles } from '../organisation/own-roles.tsx'
import { OwnTeams } from '../teams/own-teams.tsx'
import { BillingSection } from '../billing/billing-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecuritySection } from './security-section.tsx'

const words = settingWords
const SECTIONS: readonly [Section, ...Section[]] = [
  { id: 'profile', Section: ProfileSection },
  { id: 'billing', Section: BillingSection },
  { id: 'security', Section: SecuritySection },
  { id: 'preferences', Section: PreferencesSection },
]
type Section = { id: 'profile' | 'billing' | 'security' | 'preferences'; Section: ComponentType }

/** Profile, billing, security and preferences; the open one is `?section=`, so that it can be linked and reloaded. */
export function SettingsPage() {
  const [parameters, setParameters] = useSearchParams()
  const signOut = useSignOut()
  const isBeside = useMedia('(min-width: 1024px)')
  const [first] = SECTIONS
  const open = SECTIONS.find(({ id }) => id === parameters.get('section')) ?? first
  const show = (id: string) =>
    setParameters((current) => {
      if (id === first.id) current.delete('section')
      else current.set('section', id)
      return current
    })

  return (
    <>
      <title>{m.common.pageTitle(m.shell.settings)}</title>
      <PageHead title={m.shell.settings}>
        <Button variant="outline" onClick={() => void signOut()}>
          {m.shell.signOut}
        </Button>
      </PageHead>
      <Tabs
        label={words.sections}
        isBeside={isBeside}
        value={open.id}
        onChange={show}
        tabs={SECTIONS.map(({ id, Section }) => ({
          id,
          label: words[id],
          panel: (
            <div className="flex flex-col gap-4 md:gap-5">
              <Section />
            </div>
          ),
        }))}
      />
    </>
  )
}

function ProfileSection() {
  return (
    <>
      <ProfileForm />
      <OwnRoles />
      <OwnTeams />
      <DeleteAccountCard />
    </>
  )
}
