import type { DroppedLine } from '#worker/contract/access-lists.ts'
import css from './access-list.module.css'

const mostShown = 20

/** Lines that do not count, each with its reason. */
export function DroppedLines({ lines, saved }: { lines: DroppedLine[]; saved: boolean }) {
  return (
    <div role="status" className={css.dropped}>
      {lines.length > 0 && (
        <>
          <p>{saved ? 'These lines were dropped:' : 'These lines will be dropped:'}</p>
          <ul>
            {lines.slice(0, mostShown).map(({ line, text, reason }) => (
              <li key={line}>
                Line {line}, <code>{text}</code>: {reason}
              </li>
            ))}
          </ul>
          {lines.length > mostShown && <p>And {(lines.length - mostShown).toLocaleString('en')} more.</p>}
        </>
      )}
    </div>
  )
}
