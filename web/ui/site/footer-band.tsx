import type { ReactNode } from 'react'

/** The end of every page of the site. */
export function FooterBand({ label, children }: { label: string; children: ReactNode }) {
  return (
    <footer aria-label={label} className="border-t border-line bg-surface print:hidden">
      <div className="mx-auto max-w-[76rem] px-5 py-12 md:px-8">{children}</div>
    </footer>
  )
}

export const footerItem =
  'inline-flex rounded-sm py-1 text-sm text-ink-2 underline-offset-3 hover:text-ink hover:underline pointer-coarse:py-2.5'

/** A titled list of links. */
export function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2 flex flex-col">{children}</ul>
    </div>
  )
}
