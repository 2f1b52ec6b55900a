import { expect } from '@playwright/test'
import { codeIn, TestMailbox } from '../../../test/support/server/test-mailbox.ts'

/** Of the newest mail that asks for a confirmation; the one of signing up has a code as well. @param url of a running server */
export async function confirmationCode(url: string, email: string): Promise<string> {
  const find = async () =>
    (await new TestMailbox(url).to(email)).find(({ subject }) => subject === 'Your confirmation code')
  await expect.poll(find).toBeTruthy()
  return codeIn((await find()) ?? { text: '' })
}
