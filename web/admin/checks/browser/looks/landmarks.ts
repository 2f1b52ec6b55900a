/** NAV-07: what somebody with a keyboard or a screen reader needs to find their way, and a page lacks. */
export function missingLandmarks(page: Document): string[] {
  const wrong: string[] = []
  const count = (what: string): number =>
    [...page.querySelectorAll(what)].filter((element) => element.checkVisibility()).length
  if (count('main') !== 1) wrong.push(`${count('main')} main parts`)
  if (count('h1') !== 1) wrong.push(`${count('h1')} headings of the page`)
  if (page.documentElement.lang === '') wrong.push('no language')
  if (page.title.trim() === '') wrong.push('no title')
  const skip = page.querySelector<HTMLAnchorElement>('a[href^="#"]')
  const first = page.querySelector('a[href], button, input, select, textarea')
  if (!skip || skip !== first) wrong.push('no skip link that comes first')
  else if (!page.getElementById(skip.hash.slice(1))) wrong.push('a skip link that leads nowhere')
  return wrong
}

/** Alt+S moves the keyboard to the content. @returns what is wrong; undefined where it does. */
export function keyToContent(
  page: Document,
  { KeyboardEvent }: Pick<typeof globalThis, 'KeyboardEvent'>,
): string | undefined {
  const options = { key: 's', code: 'KeyS', altKey: true, bubbles: true, cancelable: true }
  page.body.dispatchEvent(new KeyboardEvent('keydown', options))
  return page.activeElement?.localName === 'main' ? undefined : 'Alt+S does not lead to the content'
}
