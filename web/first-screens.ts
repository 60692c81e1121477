/**
 * Bundles the parts that most first screens share into the app's chunk. Twenty separate files would be 3 KiB larger,
 * because small files compress badly. Do not import libraries here: they would be loaded on every page.
 */
import '#web/kit/accounts/address.tsx'
import '#web/kit/accounts/avatar.tsx'
import '#web/kit/collections/verified-mark.tsx'
import '#web/kit/media/work-picture.tsx'
import '#web/kit/media/work-ratio.ts'
import '#web/kit/nfts/wall-label.tsx'
import '#web/kit/page-tools.tsx'
import '#web/kit/query-states.tsx'
import '#web/ui/below.tsx'
import '#web/ui/changed.tsx'
import '#web/ui/durations.ts'
import '#web/ui/persisted-store.ts'
import '#web/ui/rich.ts'
import '#web/ui/skeleton.tsx'
import '#web/ui/when-near.tsx'
