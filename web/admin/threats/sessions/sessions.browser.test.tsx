import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganisationSession } from '#web/lib/remote/vault-client.ts'
import { Providers } from '#web/app/providers.tsx'
import { queries } from '#web/app/queries.ts'
import { together } from '#web/app/testing/mount-screen.tsx'
import { quietFrame } from '#web/app/testing/quiet-frame.ts'
import { stubVault } from '#web/app/testing/stub-vault.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { Sessions } from './sessions.tsx'

const session = (id: string, userId: string): OrganisationSession => ({
  id,
  userId,
  createdAt: '2026-01-01T12:00:00Z',
  lastActiveAt: '2026-01-01T12:00:00Z',
  userAgent: null,
  ip: null,
  country: null,
  hasSecondFactor: false,
  isHeld: false,
  isCurrent: false,
  mayEnd: false,
})

test('nobody is called gone before their name was read', async () => {
  const names = Promise.withResolvers<void>()
  const answers = {
    team: { sessions: async () => [session('1', 'ada'), session('2', 'left')] },
    audit: {
      people: async (ids: readonly string[] = []) => {
        if (ids.length > 0) await names.promise
        return ids.includes('ada') ? [{ userId: 'ada', name: 'Ada', email: 'ada@example.test' }] : []
      },
    },
  }
  onTestFinished(() => queries.clear())
  mount(
    <Providers client={stubVault(together(quietFrame(), answers))}>
      <Sessions />
    </Providers>,
  )

  const people = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent?.split(',')[0])
  await expect.poll(people).toEqual(['…', '…'])
  names.resolve()
  await expect.poll(people).toEqual(['Ada', 'Somebody whose account is gone'])
})
