import type { ReactNode } from 'react'

/**
 * A heading with an address of its own: a `#` beside it, where the pointer or the keyboard is. Fingers have the contents list.
 *
 * @param label what the link does, read before the heading.
 */
export function SectionHeading({
  level: Tag,
  id,
  label,
  children,
}: {
  level: 'h2' | 'h3'
  id: string
  label: string
  children: ReactNode
}) {
  return (
    <div className="group relative">
      <Tag id={id}>{children}</Tag>
      <a
        id={`to-${id}`}
        href={`#${id}`}
        aria-label={label}
        aria-labelledby={`to-${id} ${id}`}
        className="absolute bottom-1 -left-5 rounded-sm px-1 no-underline! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
      >
        #
      </a>
    </div>
  )
}
