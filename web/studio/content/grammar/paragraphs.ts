/** A part of a text that is checked by itself. */
export type Paragraph = { from: number; text: string }

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Cuts Markdown at its empty lines; code between fences stays one paragraph, so that nobody takes its lines for prose. */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let from: number | null = null
  let fence: string | null = null
  let at = 0
  const end = (to: number) => {
    if (from !== null) paragraphs.push({ from, text: text.slice(from, to).trimEnd() })
    from = null
  }
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === null && line.trim() === '') end(at)
    else from ??= at
    if (mark !== undefined && fence === null) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    at += line.length + 1
  }
  end(text.length)
  return paragraphs
}
