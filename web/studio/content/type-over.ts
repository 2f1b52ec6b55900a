import type { Place } from './rewriting/passage-place.ts'

/** Types over a part of a field as a person would, so that the browser takes it back in one step. @returns whether the field took it */
export function typeOver(control: HTMLTextAreaElement, { from, to }: Place, text: string): boolean {
  control.focus()
  control.setSelectionRange(from, to)
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else that a script does to a field can be undone in it
  return document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
}
