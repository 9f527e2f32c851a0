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
    private static final double CAUTIOUS_ALL_LARGE = 0.06;

    private final OccupancyTable table;
    private final OccupancyTwoSizes twoSizes;
    private final ConcurrentHashMap<OccupancyEvidence.Rounded, CountPosterior> lines = new ConcurrentHashMap<>();
    private final long interval;
    private final long cutoff;

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
