import { useQuery } from '@tanstack/react-query'
import type { FilePlace, FileRole, PermanenceReply, WorkFile } from '#contract/schemas/permanence.ts'
import { pinStateNames } from '#contract/schemas/pins.ts'
import { operationQuery } from '#web/api/queries.ts'
import { joinList, joinSentences } from '#web/joined.ts'
import { KeepCopy } from '#web/kit/keep-copy.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { fileProblem } from '#web/kit/media/file-problem.ts'
import { formatBytes } from '#web/kit/uploads/format-bytes.ts'
import { rich, t } from '#web/messages.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './permanence.module.css'

const roles: Record<FileRole, string> = {
  metadata: t('Metadata'),
  image: t('Picture'),
  animation: t('Animation'),
  attachment: t('Attachment'),
  file: t('Further file'),
}

const places: Record<FilePlace, string> = {
  chain: t('On the ledger, in the token itself'),
  ipfs: t('On IPFS'),
  arweave: t('On Arweave'),
  web: t('On a web server'),
}

const refetchMs = 3000
const maxRefetches = 5
const isUncounted = ({ place, gateways }: WorkFile) => place === 'ipfs' && gateways === null
const canBeKept = ({ place, pin }: WorkFile) => place === 'ipfs' && (pin === null || pin === 'failed')

/** Shows where the files of a work are stored, what was verified, and what could be lost. */
export function Permanence({ id, isOwner }: { id: string; isOwner: boolean }) {
  const query = useQuery({
    ...operationQuery('getPermanence', { query: { id } }),
    // The server counts gateways only after the first request, so poll for the result.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < maxRefetches && state.data?.files.some(isUncounted) === true
        ? refetchMs
        : false,
  })
  return (
    <QueryStates query={query} pending={<Skeleton height="6rem" />}>
      {(reply) => (
        <>
          <ul className={css.files}>
            {reply.files.map((file, place) => (
              <li key={`${file.role} ${file.address} ${place}`}>
                <File file={file} />
              </li>
            ))}
          </ul>
          <p className={css.outlook}>{describeOutlook(reply)}</p>
          {isOwner && reply.files.some(({ place }) => place === 'ipfs') && (
            <div className={css.keep}>
              <KeepCopy id={id} isKept={!reply.files.some(canBeKept)} />
            </div>
          )}
        </>
      )}
    </QueryStates>
  )
}

/** Summarizes for the whole work what depends on web servers. */
function describeOutlook({ files, lostWithWeb }: PermanenceReply): string {
  if (files.length === 0) return t("We don't know the files of this work yet.")
  if (lostWithWeb.length === 0)
    return t('This work does not depend on a web server: every file hosted on one also has a copy here.')
  return t('If the web servers disappeared, these would be lost: {list}.', {
    list: joinList([...new Set(lostWithWeb)].map((role) => roles[role])),
  })
}

/** The storage details of one file, in sentences. */
function File({ file }: { file: WorkFile }) {
  const { role, place, address, src, contentType, bytes, gateways, pin, problem, nextTryAt } = file
  const host = place === 'web' ? URL.parse(address)?.host : undefined
  const facts = [contentType, bytes === null ? null : formatBytes(bytes)].filter((fact) => fact !== null)
  return (
    <>
      <p>
        <b>{roles[role]}</b> {t('{place}: {address}', { place: places[place], address: host ?? address })}
      </p>
      {facts.length > 0 && (
        <p className={css.quiet}>{src === null ? joinList(facts) : <a href={src}>{joinList(facts)}</a>}</p>
      )}
      <p className={css.quiet} data-verified={file.verified}>
        {joinSentences(
          file.verified === null
            ? t('Not read yet.')
            : file.verified
              ? t('Verified: its bytes match the hash in its address.')
              : t('Not verified: its bytes were not compared with a hash.'),
          file.hasCopy && t('OPX has a copy and serves it.'),
          pin !== null && t('{state}.', { state: pinStateNames[pin]() }),
          problem !== null && fileProblem(problem, place),
        )}
      </p>
      {gateways !== null && (
        <p className={css.quiet}>
          {rich('{having, number} of {asked, number} gateways had the file when checked {when}.', {
            having: gateways.having,
            asked: gateways.asked,
            when: <RelativeTime at={gateways.at} />,
          })}
        </p>
      )}
      {nextTryAt !== null && (
        <p className={css.quiet}>
          {rich('We will try again {when}.', { when: <RelativeTime at={nextTryAt} upcoming /> })}
        </p>
      )}
    </>
  )
}
