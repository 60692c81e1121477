import type { ReactNode } from 'react'
import css from './wall-label.module.css'

interface WallLabelProps {
  /** Heading level for the place where the label is shown. */
  as: 'h1' | 'h2' | 'h3'
  look: 'hero' | 'page' | 'card'
  artist: ReactNode
  /** The title of the work, usually a link on cards. */
  children: ReactNode
  /** Year, medium and size. Missing values are left out. */
  facts?: (string | null)[]
  collection?: ReactNode
  /** Id of the heading. */
  id?: string
}

/** The label of a work, as in a museum: artist, title, year, medium and size, collection. */
export function WallLabel({
  as: Heading,
  look,
  artist,
  children,
  facts = [],
  collection,
  id,
}: WallLabelProps) {
  const line = facts.filter((fact) => fact !== null)
  return (
    <div className={css.label} data-look={look}>
      <p className={css.artist}>{artist}</p>
      <Heading className={css.title} id={id}>
        {children}
      </Heading>
      {line.length > 0 && (
        <ul className={css.facts}>
          {line.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {collection}
    </div>
  )
}
