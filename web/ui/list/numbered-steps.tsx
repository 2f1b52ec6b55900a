/** What to do, in order. */
export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="max-w-prose list-decimal space-y-1.5 pl-5 leading-relaxed marker:text-ink-3 marker:tabular-nums">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
