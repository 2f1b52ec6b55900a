import type { ComponentProps } from 'react'

/** A figure drawn as SVG, with a sentence that says what it shows. */
export function Drawing({ label, ...svg }: ComponentProps<'svg'> & { label: string; viewBox: string }) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element could not use the colours of the page
  return <svg role="img" aria-label={label} {...svg} />
}
