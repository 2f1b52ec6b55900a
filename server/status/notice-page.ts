import fs from 'node:fs'
import path from 'node:path'
import { htmlPage } from '#server/http/html-page.ts'
import { markup } from '#server/markup.ts'

export const NOTICE_STYLESHEET = fs.readFileSync(path.join(import.meta.dirname, 'notice-page.css'), 'utf8')

export type Notice = {
  title: string
  text: string
  /** About something else than the state of this server: it does not end with the way to the status page. */
  isApart?: true
  /** Posted to `action` with the hidden `fields`. */
  form?: { button: string; action: string; fields: Record<string, string> }
}

/**
 * A page with a sentence, and a button where something is to be decided. Mail scanners open links, so opening one must not
 * confirm or end anything: only the button does.
 */
export function noticePage({ title, text, form, isApart }: Notice): string {
  const choice = form
    ? markup`<form method="post" action="${form.action}">
            ${Object.entries(form.fields).map(
              ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`,
            )}
            <button type="submit">${form.button}</button>
          </form>`
    : isApart
      ? markup``
      : markup`<p><a href="/status">Open the status page</a></p>`
  return htmlPage({
    title,
    stylesheet: '/status/notice.css',
    body: markup`<p>${text}</p>
          ${choice}`,
  })
}
