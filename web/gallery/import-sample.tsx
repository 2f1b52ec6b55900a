import { useState } from 'react'
import { ImportDialog } from '#web/parts/import/import-dialog.tsx'
import { LineProblems } from '#web/parts/import/line-problems.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'

const MAX_BYTES = 100_000

/** An import of boats that counts lines and stores nothing. */
export function ImportSample() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Import boats</Button>
      <ImportDialog<{ lines: number } | { problem: string }>
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Import boats"
        lead="A CSV file with a line of headings: name, and berth."
        maxBytes={MAX_BYTES}
        columns={{
          options: [
            ['name', 'Name'],
            ['berth', 'Berth'],
          ],
          known: (heading) => ['name', 'berth'].find((one) => one === heading.toLowerCase()),
        }}
        look={async ({ csv }) => ({ lines: csv.trim().split('\n').length - 1 })}
        problemOf={(found) => ('problem' in found ? `The file cannot be read: ${found.problem}` : null)}
      >
        {(found) =>
          'lines' in found && (
            <>
              <Text>{found.lines} boats</Text>
              <LineProblems
                count={1}
                lines={['Line 2: the boat is ashore']}
                words={{ wrong: (count) => `${count} line has a problem:`, further: (count) => `and ${count} more` }}
              />
            </>
          )
        }
      </ImportDialog>
    </>
  )
}
