/** Text as a machine wrote it. Reachable by keyboard, because it may be longer than it is shown. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="max-h-80 overflow-auto rounded-md border border-line bg-sunken">
      <pre className="p-3 font-mono text-xs leading-relaxed">{text}</pre>
    </section>
  )
}
