/**
 * Presses the button of the page behind a mailed link, as a person does.
 * @param headers of the browser that does so.
 * @returns the answer to the form, which may send the browser elsewhere.
 * @throws when there is no page with a form.
 */
export async function pressButton(link: string, headers: Record<string, string> = {}): Promise<Response> {
  const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text()
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error('the page behind the link has no form')
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    unescaped(value),
  ])
  const body = new URLSearchParams(fields)
  return fetch(new URL(unescaped(action), link), { method: 'POST', body, headers, redirect: 'manual' })
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? '')
}

/** Where pressing the button of a mailed link sends the browser. */
export async function targetOfButton(link: string): Promise<URL> {
  const { headers } = await pressButton(link)
  return new URL(headers.get('location') ?? '')
}
