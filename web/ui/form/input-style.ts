import { clsx } from 'clsx'

/** The look of whatever is typed into. Apart from the fields, so that a bare input does not load their validation. */
// Read-only by the attribute: to the browser a list (`select`) is read-only always.
export const inputStyle = clsx(
  'h-9 w-full rounded-md border border-control bg-surface px-3 text-sm text-ink transition-colors duration-120 pointer-coarse:h-11 pointer-coarse:text-base',
  'placeholder:text-ink-3 hover:border-ink-3 [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2 data-invalid:border-danger focus-visible:outline-offset-0',
)
