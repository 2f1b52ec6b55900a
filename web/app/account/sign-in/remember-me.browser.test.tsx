import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Stay } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { mount } from '#web/ui/testing/mount.tsx'
import { RememberMe } from './remember-me.tsx'

function Choice() {
  const [stay, setStay] = useState<Stay>('tab')
  return <RememberMe stay={stay} onChange={setStay} />
}

test('who is remembered begins with the shorter way', async () => {
  mount(<Choice />)
  await page.getByRole('checkbox', { name: m.account.login.remember }).click()
  const { choices } = m.account.stay
  await expect.element(page.getByRole('radio', { name: choices.browser })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: choices.device })).not.toBeChecked()
})
