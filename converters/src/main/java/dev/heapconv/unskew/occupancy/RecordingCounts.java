package dev.heapconv.unskew.occupancy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Object counts of the stacks of one recording, which tell about the sizes of one another: how
 * common sizes are in all of it, and which sizes stacks of one pool (those with the same leaf
 * function) have in common.
 *
 * <p>Immutable; groups may be estimated by several threads, each group by one.
 */
public final class RecordingCounts {

  /** Stacks that are in no pool are divided into groups of so many. */
  private static final int GROUP = 512;

  /** Posteriors that a group keeps, of some 5 KB each. */
  private static final int KEPT = 1000;

  private final OccupancyModel model;
  private final long interval;
  private final OccupancyEvidence[] evidence;
  private final SizeWeights weights;
  private final @Nullable KnownSizes[] known;
  private final KnownSizeFactors.@Nullable Means means;
  private final List<int[]> groups = new ArrayList<>();
  private final BitSet pooled = new BitSet();
  private final int pools;

  /**
   * @param n recorded allocations of the stacks
   * @param bytes their recorded bytes
   * @param poolOf number of the pool of each stack, from 0; negative for none; null if nothing is
   *     to be learnt from other stacks
   * @param known what is known of the sizes of each stack, null for nothing: such a stack is in no
   *     pool
   */
  RecordingCounts(
      OccupancyModel model,
      long interval,
      long[] n,
      long[] bytes,
      int @Nullable [] poolOf,
      @Nullable KnownSizes[] known) {
    this.model = model;
    this.interval = interval;
    this.known = known;
    int[] pool = new int[n.length];
    evidence = new OccupancyEvidence[n.length];
    List<OccupancyEvidence> stacks = new ArrayList<>();
    int[] sizes = new int[poolOf == null ? 0 : poolCount(poolOf)];
    // Many stacks have the same.
    Map<List<Long>, OccupancyEvidence> sides = new HashMap<>();
    boolean anyKnown = false;
    for (int row = 0; row < n.length; row++) {
      anyKnown |= known[row] != null;
      pool[row] = poolOf == null || known[row] != null ? -1 : poolOf[row];
      if (n[row] > 0 && bytes[row] > 0) {
        long count = n[row];
        long size = bytes[row];
        evidence[row] =
            sides.computeIfAbsent(List.of(count, size), unused -> model.evidence(count, size));
        stacks.add(evidence[row]);
        if (pool[row] >= 0) {
          sizes[pool[row]]++;
        }
      }
    }
    weights =
        poolOf == null ? SizeWeights.of(model.table) : SizeWeights.fitted(model.table, stacks);
    means = anyKnown ? new KnownSizeFactors.Means(model.table, weights) : null;
    pools = addPools(pool, sizes);
    addSingles(pool, sizes);
  }

  private static int poolCount(int[] poolOf) {
    int count = 0;
    for (int pool : poolOf) {
      count = Math.max(count, pool + 1);
    }
    return count;
  }

  private int addPools(int[] poolOf, int[] sizes) {
    int[][] rows = new int[sizes.length][];
    int[] filled = new int[sizes.length];
    for (int row = 0; row < evidence.length; row++) {
      int pool = poolOf[row];
      if (evidence[row] != null && pool >= 0 && sizes[pool] > 1) {
        if (rows[pool] == null) {
          rows[pool] = new int[sizes[pool]];
          groups.add(rows[pool]);
        }
        rows[pool][filled[pool]++] = row;
        pooled.set(row);
      }
    }
    return groups.size();
  }

  private void addSingles(int[] poolOf, int[] sizes) {
    int[] singles = new int[evidence.length];
    int count = 0;
    for (int row = 0; row < evidence.length; row++) {
      if (evidence[row] != null && (poolOf[row] < 0 || sizes[poolOf[row]] < 2)) {
        singles[count++] = row;
      }
    }
    for (int from = 0; from < count; from += GROUP) {
      int[] rows = new int[Math.min(GROUP, count - from)];
      System.arraycopy(singles, from, rows, 0, rows.length);
      groups.add(rows);
    }
  }

  /** Number of groups that all stacks with recorded allocations and bytes are divided into. */
  public int groups() {
    return groups.size();
  }

  /** Whether other stacks of its pool tell about the sizes of a stack. */
  public boolean isPooled(int row) {
    return pooled.get(row);
  }

  /** A group, by its number from 0. */
  public Group group(int number) {
    return new Group(groups.get(number), number < pools);
  }

  /** Stacks that are estimated together. Confined to one thread. */
  public final class Group {

    private final int[] rows;
    private final @Nullable SizePool pool;

    /** What the posteriors of stacks that cannot be told apart have in common. */
    private final IdentityHashMap<SizeLikelihood, CountPosterior> posteriors =
        new IdentityHashMap<>();

    /** Posteriors of what is live, by the likelihoods of all, live and freed. */
    private final Map<List<SizeLikelihood>, CountPosterior> livePosteriors = new HashMap<>();

    private Group(int[] rows, boolean pooled) {
      this.rows = rows;
      if (pooled) {
        List<OccupancyEvidence> stacks = new ArrayList<>();
        for (int row : rows) {
          stacks.add(evidence[row]);
        }
        pool = new SizePool(model.table, weights, stacks);
      } else {
        pool = null;
      }
    }

    /** The numbers of its stacks; nobody may write to the array. */
    public int[] rows() {
      return rows;
    }

    /**
     * Whether nothing but what was recorded of a stack tells it from others of this group: then all
     * of which the same was recorded have the same counts.
     */
    public boolean isByRecordAlone(int row) {
      return known[row] == null;
    }

    /** The count behind what was recorded of a stack of this group. */
    public CountEstimate estimate(int row, double tail) {
      OccupancyEvidence side = evidence[row];
      KnownSizes sizes = known[row];
      if (sizes != null) {
        return estimate(side, null, factors(sizes), tail);
      }
      CountPosterior posterior = posteriors.get(side.likelihood);
      if (posterior == null) {
        leaveOut(row);
        posterior = model.shared(side, weights, pool);
        if (posteriors.size() < KEPT) {
          posteriors.put(side.likelihood, posterior);
        }
      }
      if (side.equalSize > 0) {
        posterior = model.addEqual(posterior, side, pool);
      }
      return StackCounts.estimate(side, posterior, tail, interval);
    }

    /**
     * The count behind a part of what was recorded of a stack of this group: what is live, where
     * some was freed.
     *
     * @param n recorded live allocations, at least 1
     * @param bytes their recorded bytes, at least 1
     * @param freed recorded frees
     * @param freedBytes their recorded bytes; nothing is known of frees where either is 0
     */
    public CountEstimate live(
        int row, long n, long bytes, long freed, long freedBytes, double tail) {
      OccupancyEvidence side = model.evidence(n, bytes);
      OccupancyEvidence other =
          freed > 0 && freedBytes > 0 ? model.evidence(freed, freedBytes) : null;
      KnownSizes sizes = known[row];
      if (sizes != null) {
        return estimate(side, other, factors(sizes), tail);
      }
      if (other == null || side.equalSize > 0 || other.equalSize > 0) {
        leaveOut(row);
        return estimate(side, other, pool, tail);
      }
      List<SizeLikelihood> key =
          List.of(evidence[row].likelihood, side.likelihood, other.likelihood);
      CountPosterior posterior = livePosteriors.get(key);
      if (posterior == null) {
        leaveOut(row);
        posterior = model.posterior(side, other, weights, pool);
        if (livePosteriors.size() < KEPT) {
          livePosteriors.put(key, posterior);
        }
      }
      return StackCounts.estimate(side, posterior, tail, interval);
    }

    private CountEstimate estimate(
        OccupancyEvidence side,
        @Nullable OccupancyEvidence other,
        @Nullable SizeFactors others,
        double tail) {
      return StackCounts.estimate(
          side, model.posterior(side, other, weights, others), tail, interval);
    }

    private KnownSizeFactors factors(KnownSizes sizes) {
      if (means == null) {
        throw new IllegalStateException("known sizes without their means");
      }
      return new KnownSizeFactors(means, sizes);
    }

    private void leaveOut(int row) {
      if (pool != null) {
        pool.leaveOut(evidence[row].likelihood);
      }
    }
  }
}
