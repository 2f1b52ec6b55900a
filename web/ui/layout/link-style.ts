/** How a link inside text looks. */
export const linkStyle =
  'rounded-sm font-semibold text-brand underline decoration-1 underline-offset-3 transition-colors duration-120 hover:text-brand-hover hover:decoration-2'
