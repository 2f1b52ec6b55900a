/** Whether a secret is in any of the contents, in any usual disguise. */
export function isIn(contents: Buffer[], secret: string | Buffer): boolean {
  const forms = disguisesOf(secret)
  return contents.some((bytes) => forms.some((form) => bytes.includes(form)))
}

/** As it is, hex, URL-encoded, UTF-16, and base64 at each of the three alignments without the characters its neighbours share. */
function disguisesOf(secret: string | Buffer): (string | Buffer)[] {
  const bytes = Buffer.from(secret as string)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].flatMap((lead) => {
    const whole = Buffer.concat([Buffer.alloc(lead), bytes])
    const first = Math.ceil((lead * 8) / 6)
    const last = Math.floor((whole.length * 8) / 6)
    return [whole.toString('base64').slice(first, last), whole.toString('base64url').slice(first, last)]
  })
  const text = typeof secret === 'string' ? [Buffer.from(secret, 'utf16le'), encodeURIComponent(secret)] : []
  return [bytes, hex, hex.toUpperCase(), ...base64, ...text]
}
