import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CheckedKeys, type FoundPerson, VaultError } from '#web/lib/remote/vault-client.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { toasts } from '../testing/failures.ts'
import { storedFile } from '../testing/items.ts'
import { mountScreen, together } from '../testing/mount-screen.tsx'
import { quietFrame } from '../testing/quiet-frame.ts'
import { plainSecurity } from '../testing/security-page.ts'

const WAITING = 'Waiting until the public log lists what is new. That takes a minute at most.'
const bob: FoundPerson = {
  userId: 'bob',
  email: 'bob@example.org',
  name: 'Bob Example',
  trust: 'new',
  isAddressKnown: false,
  safetyNumber: Array.from({ length: 12 }, () => '12345').join(' '),
}

/** The dialog with Bob found, as a first contact. */
async function mountFound(share: () => Promise<string[]>) {
  let tell: (isWaiting: boolean) => unknown = () => undefined
  await mountScreen('/dashboard', {
    files: { list: async () => [storedFile('given.pdf')] },
    sharing: { findPerson: async () => bob, shareWithPeople: share },
    ledger: { followWaits: async (listener) => void (tell = listener) },
  })
  await userEvent.click(button('Share given.pdf'))
  await userEvent.fill(page.getByLabelText('Name or email of a colleague'), bob.email)
  await userEvent.click(button('Share file'))
  await expect.element(page.getByText(/^First contact/)).toBeVisible()
  await userEvent.click(button('Share file'))
  return { tell: (isWaiting: boolean) => tell(isWaiting) }
}

test('where the public log proves nothing, sharing says why nothing was shared, and may be tried again', async () => {
  let tries = 0
  await mountFound(async () => {
    tries += 1
    throw new VaultError('key_log_late', 'Too few witnesses have signed.')
  })
  await expect.poll(toasts).toHaveLength(1)
  expect(toasts()[0]).toMatch(/^Error \/ Failed to update sharing status\. .*Nothing was shared, stored or changed\./)
  await userEvent.click(button('Share file'))
  await expect.poll(() => tries).toBe(2)
})

test('while the public log is waited for, a toast says so', async () => {
  const given = Promise.withResolvers<string[]>()
  const { tell } = await mountFound(() => given.promise)
  tell(true)
  await expect.poll(toasts).toEqual([WAITING])
  await expect.element(button('Sharing…')).toBeVisible()
  tell(false)
  await expect.poll(toasts).toEqual([])
  given.resolve([])
  await expect.poll(toasts).toEqual(['File Shared / given.pdf sharing status updated'])
})

test('a public log that is not as it was is accepted on the Security page, by a person who asked', async () => {
  const refused: CheckedKeys = { log: { problem: 'other_keys', origin: 'example.org/anchor' }, listing: undefined }
  const accepted: string[] = []
  const ownKeys = async () => (accepted.length === 0 ? refused : quietFrame().ledger.ownKeys())
  const acceptPublic = async (problem: string) => void accepted.push(problem)
  await mountScreen('/dashboard/security', together(plainSecurity(), { ledger: { ownKeys, acceptPublic } }))
  const accept = page.getByRole('button', { name: /^I asked, continue with what the server shows/ })
  await expect.element(page.getByText(/^The ledger is signed with other keys than before\./)).toBeVisible()
  await userEvent.click(accept)
  expect(accepted).toEqual([])
  await userEvent.click(button('Continue with it'))
  await expect.element(page.getByText(/lists these keys in your name, and never listed others\.$/)).toBeVisible()
  await expect.element(accept).not.toBeInTheDocument()
  expect(accepted).toEqual(['other_keys'])
})
