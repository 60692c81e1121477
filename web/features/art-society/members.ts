export interface Member {
  name: string
  role: 'artist' | 'developer'
  bio: string
}

/** The members shown on the art society page. Operators replace these demo artists with their own. */
export const members: Member[] = [
  {
    name: 'Mara Lindqvist',
    role: 'artist',
    bio: 'Paints orchards at the hour when colours go, from a studio at the edge of Uppsala.',
  },
  {
    name: 'Tomás Herrera',
    role: 'artist',
    bio: 'Composes with ten modules and one grid, and marbles paper between two series.',
  },
  { name: 'Aiko Mori', role: 'artist', bio: 'Writes tides as ink on paper, one sheet for each new moon.' },
  {
    name: 'Idris Bello',
    role: 'artist',
    bio: 'Weaves cloth that is never cut, and decides every crossing of its threads.',
  },
  {
    name: 'Clara Vogel',
    role: 'artist',
    bio: 'Engraves skies that are not ours, and rooms in which nothing moves.',
  },
  {
    name: 'Jonas Weber',
    role: 'developer',
    bio: 'Keeps the index equal to the ledger, and the ledger honest with him.',
  },
  { name: 'Priya Raman', role: 'developer', bio: 'Turns measurements into fewer milliseconds.' },
  { name: 'Noor Haddad', role: 'artist', bio: 'Weaves maps of cities that were never built.' },
  {
    name: 'Elif Kaya',
    role: 'artist',
    bio: 'Photographs marble before it is touched and after it is not needed any more.',
  },
  {
    name: 'Samuel Osei',
    role: 'developer',
    bio: 'Looks after keys, journals and everything that must happen exactly once.',
  },
  { name: 'Beatriz Lima', role: 'artist', bio: 'Sets type for words that nobody says aloud.' },
  { name: 'Henrik Dahl', role: 'developer', bio: 'Draws the interface, then takes half of it away.' },
  {
    name: 'Lucía Ferrer',
    role: 'artist',
    bio: 'Collects shadows of stairwells and sorts them by temperature.',
  },
  { name: 'Yusuf Demir', role: 'artist', bio: 'Carves seals for letters that are sent once.' },
  { name: 'Anneke Vos', role: 'artist', bio: 'Paints greenhouses in winter, from the outside.' },
  { name: 'Pavel Novák', role: 'developer', bio: 'Writes the tests first and the excuses never.' },
  { name: 'Grace Achieng', role: 'artist', bio: 'Dyes cloth with what grows beside the road to Kisumu.' },
]
