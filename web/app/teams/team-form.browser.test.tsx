import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type NamedTeam, type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'
import { Toaster } from '#web/ui/overlay/toast.tsx'
import { mount } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { EditTeamDialog } from './team-form.tsx'

const team: NamedTeam = {
  id: 'a',
  name: 'Finance',
  description: 'Books',
  source: 'manual',
  version: 1,
  people: 2,
  isMine: false,
}

test('what another administrator wrote meanwhile is shown before it is replaced, and what was typed stays', async () => {
  const theirs = { ...team, name: 'Finance and tax', description: '', version: 2 }
  const change = vi
    .fn<VaultClient['teams']['change']>()
    .mockRejectedValueOnce(new VaultError('team_changed', 'Somebody else was faster.'))
    .mockResolvedValueOnce()
  const onClose = vi.fn()
  const client = { teams: { change, list: async () => [theirs] } } as unknown as VaultClient
  mount(
    <VaultContext value={client}>
      <QueryClientProvider client={new QueryClient()}>
        <Toaster>
          <EditTeamDialog team={team} isOpen onClose={onClose} finalFocus={{ current: null }} />
        </Toaster>
      </QueryClientProvider>
    </VaultContext>,
  )
  const name = page.getByLabelText('Name', { exact: true })
  await name.fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('A name has at most 100 characters.')).toBeVisible()
  expect(change).not.toHaveBeenCalled()

  await name.fill('  Money ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('It is called “Finance and tax” now', { exact: false })).toBeVisible()
  await expect.element(name).toHaveValue('  Money ')
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  const words = { name: 'Money', description: 'Books' }
  expect(change.mock.calls).toEqual([
    ['a', 1, words],
    ['a', 2, words],
  ])
})
