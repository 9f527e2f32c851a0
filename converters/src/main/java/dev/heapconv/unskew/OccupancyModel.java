package dev.heapconv.unskew;

import java.util.concurrent.ConcurrentHashMap;

/** Weighs the cells of an {@link OccupancyTable} by what was recorded of a stack. Thread-safe: it holds no state but the table and a
 * cache. */
final class OccupancyModel {

    /** Cells further than this from the observation are not worth a look. */
    private static final double FAR = 5;
    /** Posteriors kept, of some 5 KB each. */
    private static final int CACHED = 2000;
    private static final int MOST_PARTS = 40;
    /** Share of stacks that allocate mixed sizes, all of them above the cutoff. */
    private static final double ALL_LARGE = 0.02;
    private static final double CAUTIOUS_ALL_LARGE = 0.02;

    /** Share of what is outgrown step by step; the rest grew once. */
    private static final double OUTGROWN_BY_DOUBLING = 0.7;

    private static final double OUTGROWN_TO_HALF = 0.4;

    private final OccupancyTable table;
    private final OccupancyTwoSizes twoSizes;
    private final ConcurrentHashMap<OccupancyEvidence.Rounded, CountPosterior> lines = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<OccupancyEvidence.Rounded, CountPosterior> outgrown = new ConcurrentHashMap<>();
    private final long interval;
    private final long cutoff;
    private volatile CountPosterior prior;

    OccupancyModel(long interval, long cutoff) {
        this.interval = interval;
        this.cutoff = cutoff;
        table = new OccupancyTable(interval, cutoff);
        twoSizes = new OccupancyTwoSizes(table);
    }

    /** {@code unit}: what all recorded sizes below the cutoff are multiples of, T or what T was at first. */
    OccupancyEvidence evidence(long n, long bytes, long unit) {
        return new OccupancyEvidence(table, interval, cutoff, unit, n, bytes);
    }

    /** What is known before anything is recorded. */
    CountPosterior prior() {
        CountPosterior known = prior;
        if (known == null) {
            known = new CountPosterior();
            double typical = 1;
            double cautious = 1;
            for (int at = 0; at < table.weight.length; at++) {
                known.add(table.lnPerRecord[at], table.weight[at], table.cautiousWeight[at], 1, 0);
                typical -= table.weight[at];
                cautious -= table.cautiousWeight[at];
            }
            // What the table leaves out is one size above the cutoff.
            known.addExact(Math.max(typical, 1e-3), Math.max(cautious, 1e-3), 1);
            prior = known;
        }
        return known;
    }

    /** The posterior given one side alone. */
    CountPosterior posterior(OccupancyEvidence side) {
        OccupancyEvidence.Rounded key = side.rounded();
        CountPosterior known = lines.get(key);
        if (known == null) {
            known = lines(side.atRounded(table, key), null);
            if (lines.size() < CACHED) {
                lines.put(key, known);
            }
        }
        if (side.splits.length == 0) {
            return known;
        }
        CountPosterior posterior = new CountPosterior();
        posterior.addAll(known, 1, 1);
        twoSizes.addTo(posterior, side, null);
        return posterior;
    }

    /** The posterior given one side alone that held buffers before they grew: mostly of sizes that double, some of any sizes. If
     * those kept are all of one power of two, what they grew out of ends at half of it. */
    CountPosterior outgrown(OccupancyEvidence side, OccupancyEvidence kept) {
        OccupancyEvidence.Rounded key = side.rounded();
        CountPosterior doubling = outgrown.get(key);
        if (doubling == null) {
            OccupancyEvidence rounded = side.atRounded(table, key);
            doubling = new CountPosterior();
            for (int f = 0; f < table.families.size(); f++) {
                if (table.families.get(f).powersOfTwo) {
                    addLine(doubling, f, rounded, null);
                }
            }
            if (outgrown.size() < CACHED) {
                outgrown.put(key, doubling);
            }
        }
        double toHalf = 0;
        CountPosterior all = new CountPosterior();
        int top = kept.doublingsOfInterval() < 0 ? -1 : table.below + (kept.doublingsOfInterval() - 1) * SizeFamily.CELLS_PER_OCTAVE;
        if (top >= 0) {
            toHalf = OUTGROWN_TO_HALF;
            all.addAll(doublingUpTo(top, side), toHalf / SizeFamily.DOUBLING, toHalf / SizeFamily.CAUTIOUS_DOUBLING);
        }
        double any = 1 - OUTGROWN_BY_DOUBLING;
        all.addAll(posterior(side), any, any);
        double rest = OUTGROWN_BY_DOUBLING - toHalf;
        all.addAll(doubling, rest / SizeFamily.DOUBLING, rest / SizeFamily.CAUTIOUS_DOUBLING);
        return all;
    }

    /** Sizes that double and end at a certain cell. */
    private CountPosterior doublingUpTo(int top, OccupancyEvidence side) {
        CountPosterior posterior = new CountPosterior();
        for (int f = 0; f < table.families.size(); f++) {
            SizeFamily family = table.families.get(f);
            int cell = top - family.offsets[family.offsets.length - 1];
            if (family.powersOfTwo && cell >= 0 && cell < table.cells) {
                int at = f * table.cells + cell;
                double smallIntervals = (1 - table.large[at]) * (1 + table.smallExcess[at]);
                double likelihood = side.likelihood(table, family, at, at, 0);
                posterior.add(Math.max(0, table.lnPerRecord[at]), family.weight, family.cautiousWeight, likelihood, smallIntervals);
            }
        }
        return posterior;
    }

    /** The posterior given two sides with the same sizes. */
    CountPosterior posterior(OccupancyEvidence side, OccupancyEvidence other) {
        CountPosterior posterior = lines(side, other);
        twoSizes.addTo(posterior, side, other);
        return posterior;
    }

    private CountPosterior lines(OccupancyEvidence side, OccupancyEvidence other) {
        CountPosterior posterior = new CountPosterior();
        for (int f = 0; f < table.families.size(); f++) {
            addLine(posterior, f, side, other);
        }
        double allLarge = side.allLarge() * (other == null ? 1 : other.allLarge());
        posterior.addExact(ALL_LARGE, CAUTIOUS_ALL_LARGE, allLarge);
        return posterior;
    }

    private void addLine(CountPosterior posterior, int f, OccupancyEvidence side, OccupancyEvidence other) {
        int first = f * table.cells;
        int end = first + table.cells;
        int low = firstNear(side, first, end);
        int high = lastNear(side, low, end);
        if (other != null) {
            low = Math.max(low, firstNear(other, first, end));
            high = Math.min(high, lastNear(other, low, end));
        }
        SizeFamily family = table.families.get(f);
        for (int at = low; at <= high; at++) {
            if (table.weight[at] > 0) {
                addCell(posterior, family, at, at > first, at + 1 < end && table.weight[at + 1] > 0, side, other);
            }
        }
    }

    /** A cell reaches half way to its neighbours. Where it ends at the cutoff the line before it is extended. */
    private void addCell(CountPosterior posterior, SizeFamily family, int at, boolean hasBefore, boolean hasNext, OccupancyEvidence side,
            OccupancyEvidence other) {
        int neighbour = hasNext ? at + 1 : at - 1;
        int parts = family.powersOfTwo ? 1 : parts(side, at, neighbour);
        if (other != null && parts < MOST_PARTS && !family.powersOfTwo) {
            parts = Math.max(parts, parts(other, at, neighbour));
        }
        double share = table.weight[at] / parts;
        double cautiousShare = table.cautiousWeight[at] / parts;
        double smallIntervals = (1 - table.large[at]) * (1 + table.smallExcess[at]);
        for (int i = 0; i < parts; i++) {
            double part = (i + 0.5) / parts - 0.5;
            boolean towardsBefore = part < 0 ? hasBefore : !hasNext;
            int next = towardsBefore ? at - 1 : at + 1;
            double way = towardsBefore ? -part : part;
            double likelihood = side.likelihood(table, family, at, next, way);
            if (other != null && likelihood > 0) {
                likelihood *= other.likelihood(table, family, at, next, way);
            }
            if (likelihood > 0) {
                double u = table.lnPerRecord[at] + way * (table.lnPerRecord[next] - table.lnPerRecord[at]);
                posterior.add(Math.max(0, u), share, cautiousShare, likelihood, smallIntervals);
            }
        }
    }

    /** So many steps across a cell that none is longer than a standard deviation of the observation. */
    private int parts(OccupancyEvidence side, int at, int neighbour) {
        double step = Math.abs(side.distance(table, at) - side.distance(table, neighbour));
        return (int) Math.max(1, Math.min(1 + step, MOST_PARTS));
    }

    private int firstNear(OccupancyEvidence side, int first, int end) {
        int low = first;
        int high = end - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (side.isBeyond(table, middle, FAR)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // The cell before may still reach into the neighbourhood.
        return Math.max(first, low - 1);
    }

    private int lastNear(OccupancyEvidence side, int from, int end) {
        int low = from;
        int high = end - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (side.isShortOf(table, middle, FAR)) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return low;
    }
}
