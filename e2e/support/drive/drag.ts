import type { Page } from '@playwright/test'

/** What Chromium sees of somebody who brings a file or a folder from the desktop; each call is one moment of it. */
export async function dragFromDesktop(page: Page, file: string) {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  return (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
}
