import { escapeMarkup } from '#contract/delivery/installation-places.ts'

/** Markup that is safe to send: everything in it was written by us or escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Tag of a template whose values are escaped; values that are `Html` already, and lists of it, go in as they are. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(render)))
}

function render(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map((entry) => entry.text).join('\n')
  if (value instanceof Html) return value.text
  return escapeMarkup(value)
}
