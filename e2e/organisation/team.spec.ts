import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { TEAM_ROLES } from '#contract/permissions.ts'
import { signedInAnHourAgo } from '../support/account/old-sign-in.ts'
import { expectAccessibleEverywhere, dismissToasts, sidewaysScroll } from '../support/accessible.ts'
import { keepRecoveryKit, mailedLink, comeBack } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { type Tab, closeAll, newPage, personIn, rowOfList, tabTo } from '../support/sharing.ts'

const PASSWORD = 'a password of mine'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('an owner invites by keyboard, the invited person joins, gets another role and is removed', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const bobEmail = `bob-${randomBytes(4).toString('hex')}@example.org`
  await ada.page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(ada.page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await expectAccessibleEverywhere(ada.page)

  await test.step('on a phone a name stands on one line, above the chips that do not fit next to it', async () => {
    await ada.page.setViewportSize({ width: 390, height: 844 })
    const row = rowOfList(ada.page, 'Members', 'Ada Example')
    await expect(row.getByText('Owner', { exact: true })).toBeVisible()
    const name = await row.getByText('Ada Example', { exact: true }).boundingBox()
    const you = await row.getByText('You', { exact: true }).boundingBox()
    expect(name?.height).toBeLessThan(30)
    expect(you?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
    expect(await sidewaysScroll(ada.page)).toBe(0)
    await ada.page.setViewportSize({ width: 1440, height: 900 })
  })
  const address = await test.step('Ada invites with the keyboard alone', async () => {
    await tabTo(ada.page, 'button', 'Invite')
    await ada.page.keyboard.press('Enter')
    await expect(ada.page.getByLabel('Email addresses')).toBeFocused()
    await ada.page.keyboard.type(`${bobEmail}, ${ada.email} carol`)
    await ada.page.keyboard.press('Tab')
    await expect(ada.page.getByRole('checkbox', { name: 'Invite as a guest' })).toBeFocused()
    await ada.page.keyboard.press('Tab')
    // From "Member", the last one, up to "Security administrator".
    const role = ada.page.getByRole('dialog').getByRole('combobox', { name: 'Role' })
    for (let tried = 0; tried < TEAM_ROLES.length && (await role.inputValue()) !== 'security_admin'; tried++)
      await ada.page.keyboard.press('ArrowUp')
    await expect(role).toHaveValue('security_admin')
    await expect(ada.page.getByText('also reads everyone’s audit logs, sets the rules of security')).toBeVisible()
    await tabTo(ada.page, 'button', 'Send invitations')
    await ada.page.keyboard.press('Enter')
    await expect(ada.page.getByText('Not an email address: carol')).toBeVisible()
    await expect(ada.page.getByLabel('Email addresses')).toBeFocused()
    for (const _ of ' carol') await ada.page.keyboard.press('Backspace')
    await expectAccessibleEverywhere(ada.page)
    await tabTo(ada.page, 'button', 'Send invitations')
    await ada.page.keyboard.press('Enter')
    await expect(ada.page.getByText(`The invitation to ${bobEmail} is on its way.`)).toBeVisible()
    await expect(ada.page.getByRole('alert')).toContainText(`${ada.email} was not invited. `)
    const made = await ada.page.getByRole('textbox', { name: 'Your keys, as a link' }).inputValue()
    await ada.page.keyboard.press('Escape')
    return made
  })
  await expect(ada.page.getByRole('button', { name: 'Invite', exact: true })).toBeFocused()
  await expect(rowOfList(ada.page, 'Invitations', bobEmail)).toContainText('Security administrator')
  await expectAccessibleEverywhere(ada.page)

  const bob = await newPage(browser)
  await test.step('Bob takes the keys by another way, then accepts the mail', async () => {
    await bob.page.goto(address)
    await expect(bob.page.getByRole('heading', { name: 'Keys noted' })).toBeVisible()
    await expectAccessibleEverywhere(bob.page)
    await bob.page.getByRole('button', { name: `${ada.email} gave it to me` }).press('Enter')
    await expect(bob.page.getByText(`Your vault will know ${ada.email}`)).toBeVisible()
    await join(bob, bobEmail)
    await expect(bob.page.getByText(`The keys of ${ada.email} are the ones in your invitation`)).toBeVisible()
    await bob.page.getByRole('link', { name: 'Team', exact: true }).click()
    await expect(rowOfList(bob.page, 'Members', 'Ada Example')).toContainText('Owner')
    await expect(rowOfList(bob.page, 'Members', 'Bob Example')).toContainText('Security administrator')
    await expect(bob.page.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  })

  await test.step('an address that Bob opens later changes nothing', async () => {
    const [origin, fragment = ''] = address.split('#')
    const parts = new URLSearchParams(fragment)
    parts.set('from', crypto.randomUUID())
    await bob.page.goto(`${origin}#${parts.toString()}`)
    await expect(bob.page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
    await expect(bob.page.getByText(/so nothing of this invitation was noted/)).toBeVisible()
    expect(await bob.page.evaluate(() => localStorage.getItem('quantumshield-inviter'))).toBeNull()
    await expectAccessibleEverywhere(bob.page)
    await bob.page.goto(`${server.url}/dashboard`)
  })

  await test.step('Ada changes the role', async () => {
    await comeBack(ada.page)
    await expect(rowOfList(ada.page, 'Members', 'Bob Example')).toContainText(bobEmail)
    await expect(ada.page.getByRole('list', { name: 'Invitations' })).toHaveCount(0)
    await ada.page.getByRole('button', { name: 'Details of Bob Example' }).click()
    await expect(
      ada.page.getByText('The public log lists these keys for this person, and never listed others.'),
    ).toBeVisible()
    await expect(ada.page.getByText('First contact: their keys will be remembered.')).toBeVisible()
    await expectAccessibleEverywhere(ada.page)
    await ada.page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('Administrator')
    await signedInAnHourAgo(ada.page, '**/rest/v1/rpc/give_role', 'QS403')
    await ada.page.getByRole('button', { name: 'Save role' }).click()
    const confirming = ada.page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(confirming).toContainText('Enter your password to continue.')
    await confirming.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await ada.page.keyboard.press('Enter')
    await expect(rowOfList(ada.page, 'Members', 'Bob Example')).toContainText('Administrator')
  })

  await test.step('the last owner stays one', async () => {
    await ada.page.getByRole('button', { name: 'Details of Ada Example' }).click()
    await ada.page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('Member')
    await ada.page.getByRole('button', { name: 'Save role' }).click()
    await expect(ada.page.getByText(/keeps at least one owner/)).toBeVisible()
    await ada.page.keyboard.press('Escape')
  })

  await test.step('Ada removes Bob, who is out at once', async () => {
    await dismissToasts(ada.page)
    await ada.page.getByRole('button', { name: 'Details of Bob Example' }).click()
    await ada.page.getByRole('button', { name: 'Remove from the organisation' }).click()
    await expect(ada.page.getByText(/Their own files are not deleted/)).toBeVisible()
    await expect(ada.page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessibleEverywhere(ada.page)
    await ada.page.getByRole('button', { name: 'Remove member' }).click()
    await expect(rowOfList(ada.page, 'Removed', 'Bob Example')).toBeVisible()
    await expect(ada.page.getByRole('button', { name: 'Details of Ada Example' })).toBeFocused()
    await expectAccessibleEverywhere(ada.page)
    await bob.page.reload()
    await expect(bob.page.getByText(/This session was ended/)).toBeVisible()
    await bob.page.getByLabel('Email', { exact: true }).fill(bobEmail)
    await bob.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await bob.page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(bob.page.getByText(/An administrator has closed this account/)).toBeVisible()
  })

  await test.step('Ada lets Bob back in by keyboard', async () => {
    await ada.page.getByRole('button', { name: 'Let Bob Example back in' }).press('Enter')
    await expect(rowOfList(ada.page, 'Members', 'Bob Example')).toBeVisible()
    await expect(ada.page.getByRole('heading', { name: 'Team', level: 1 })).toBeFocused()
  })
  expect(ada.problems.filter((problem) => !problem.includes('400'))).toEqual([])
  await closeAll(ada, bob)
})

test('an invitation that names other keys than were handed over goes no further', async ({ browser }) => {
  const { page, ...tab } = await newPage(browser)
  const ada: string = crypto.randomUUID()
  const address = (key: string, token: string, { email = 'eve%40example.org', from = ada } = {}) =>
    `${server.url}/join#${token}email=${email}&from=${from}&by=ada%40example.org&key=${key.repeat(43)}`
  await page.goto(address('A', ''))
  await expect(page.getByRole('heading', { name: 'Keys noted' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(address('B', 'token=t&'))
  await expect(page.getByRole('heading', { name: 'These are not the keys you were given' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  for (const other of [address('B', 'token=t&', { email: 'e.ve%40example.org' }), address('A', '', { from: 'f' })]) {
    await page.goto('about:blank')
    await page.goto(other)
    await expect(page.getByRole('heading', { name: 'These are not the keys you were given' })).toBeVisible()
  }
  await page.goto('about:blank')
  await page.goto(address('A', 'token=t&'))
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expect(page.getByText('This invitation was used or has expired.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto('about:blank')
  await page.goto(address('B', 'token=t&'))
  await expect(page.getByText('the keys of ada@example.org, for eve@example.org')).toBeVisible()
  await page.getByRole('button', { name: 'Forget what was noted' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(`${server.url}/join`)
  await expect(page.getByRole('heading', { name: 'Part of this address is missing' })).toBeVisible()
  // The token is made up: the server does not know its organisation, and the page says so.
  expect(tab.problems.filter((problem) => !problem.includes('/team/invitations/read'))).toEqual([])
  await page.context().close()
})

async function join({ page }: Tab, email: string): Promise<void> {
  const link = await mailedLink(page, server.url, email)
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/team/invitations/read') && !answer.ok()) refused.push(answer.url())
  })
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText(/^You will join .+, where .+@.+ invited you\.$/)).toBeVisible()
  await page.getByLabel('First name').fill('Bob')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await page.getByRole('button', { name: 'Accept and create my account' }).click()
  await keepRecoveryKit(page)
  // Who has accepted is not asked for the invitation again.
  expect(refused).toEqual([])
}

test('somebody who has an account sees an invitation, what can be done, and declines it unseen', async ({
  browser,
}) => {
  // Everybody has an organisation of their own.
  const other = await startServer({ ORGANISATION: 'personal' })
  const ada = await personIn(browser, other.url, 'ada')
  const bob = await personIn(browser, other.url, 'bob')
  await ada.page.getByRole('link', { name: 'Team', exact: true }).click()
  await ada.page.getByRole('button', { name: 'Invite', exact: true }).click()
  await ada.page.getByLabel('Email addresses').fill(bob.email)
  await ada.page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(ada.page.getByText(`The invitation to ${bob.email} is on its way.`)).toBeVisible()

  await ada.page.keyboard.press('Escape')

  await bob.page.getByRole('link', { name: 'Team', exact: true }).click()
  const invited = bob.page.getByText(`${ada.email} invites you to `)
  await expect(invited).toBeVisible()
  await bob.page.getByRole('link', { name: 'My Files', exact: true }).click()
  await bob.page.getByRole('link', { name: 'See invitation' }).click()
  const list = bob.page.getByRole('region', { name: 'Invitations for you' })
  await expect(list).toContainText('An account belongs to one organisation')
  await expect(list).toContainText(ada.email)
  await expectAccessibleEverywhere(bob.page)
  await list.getByRole('button', { name: /^Decline the invitation to / }).click()
  await expect(list).toHaveCount(0)
  await expect(invited).toHaveCount(0)

  await expect(rowOfList(ada.page, 'Invitations', bob.email)).toContainText('Member')
  await closeAll(ada, bob)
  await other.stop()
})
