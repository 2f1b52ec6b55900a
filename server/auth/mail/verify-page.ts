import fs from 'node:fs'
import path from 'node:path'
import { htmlPage, htmlPagePolicy } from '#server/http/html-page.ts'
import { markup } from '#server/markup.ts'
import type { LinkType } from './verify.service.ts'

export const VERIFY_STYLESHEET = fs.readFileSync(path.join(import.meta.dirname, 'verify-page.css'), 'utf8')

const WORDS: Record<LinkType, { title: string; text: string; button: string }> = {
  signup: {
    title: 'Confirm your email address',
    text: 'One more click and your account is ready.',
    button: 'Confirm email address',
  },
  email: { title: 'Confirm your email address', text: 'One more click and you are signed in.', button: 'Confirm' },
  invite: { title: 'Accept the invitation', text: 'One more click and your account is ready.', button: 'Accept' },
  magiclink: { title: 'Sign in', text: 'One more click and you are signed in.', button: 'Sign in' },
  recovery: { title: 'Reset your password', text: 'Next, you choose a new password.', button: 'Continue' },
  email_change: {
    title: 'Confirm your new email address',
    text: 'From then on you sign in with it. If another mailbox was asked as well, both must confirm.',
    button: 'Confirm the change',
  },
  email_change_stop: {
    title: 'Stop the change of your email address',
    text: 'Your account keeps this address. Then change your password: the person who asked for this knew it.',
    button: 'Stop the change',
  },
}

/** Who goes back in the browser sees the page again, after the link was used. The button then leads on as a used link does. */
const OVER = {
  title: 'This link was used or has expired',
  text: 'If you used it, you are done: there is nothing to do here.',
  button: 'Continue',
}

/**
 * The page behind a mailed link. Mail scanners open links, so opening one must not use it up: only the button does.
 * @param action the address of this page, which the form posts to.
 */
export function verifyPage(link: {
  type: LinkType
  token: string
  redirectTo: string
  isOpen: boolean
  action: string
}): string {
  const { title, text, button } = link.isOpen ? WORDS[link.type] : OVER
  return htmlPage({
    title,
    stylesheet: `${link.action}.css`,
    body: markup`<p>${text}</p>
          <form method="post" action="${link.action}">
            <input type="hidden" name="type" value="${link.type}" />
            <input type="hidden" name="token" value="${link.token}" />
            <input type="hidden" name="redirect_to" value="${link.redirectTo}" />
            <button type="submit">${button}</button>
          </form>`,
  })
}

/**
 * Policy of that page. Chromium applies `form-action` to where the answer redirects as well, so an allowed foreign target
 * is named.
 */
export function verifyPagePolicy(redirectTo: string, publicUrl: string): string {
  const { origin } = new URL(redirectTo)
  if (origin === new URL(publicUrl).origin) return htmlPagePolicy()
  return htmlPagePolicy(origin === 'null' ? new URL(redirectTo).protocol : origin)
}
