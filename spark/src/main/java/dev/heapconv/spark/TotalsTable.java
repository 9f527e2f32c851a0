package dev.heapconv.spark;

import dev.heapconv.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The table of the totals in Parquet, with the columns and rows of the CSV. */
final class TotalsTable {

  /** Rows travel to executors in the messages that start tasks, which Spark limits to 128 MB. */
  private static final int ROWS_IN_FILE = 20_000;

  private final SparkSession spark;
  private final Table table;

  TotalsTable(SparkSession spark, Table table) {
    this.spark = spark;
    this.table = table;
  }

  /** Replaces a folder by a new one when that is complete. */
  void write(Path folder) throws IOException {
    FileSystem files = folder.getFileSystem(spark.sparkContext().hadoopConfiguration());
    Path parent = files.makeQualified(folder).getParent();
    // Readers of tables skip what begins with an underscore. A job that was killed may have left
    // it.
    Path complete = new Path(parent, "_" + folder.getName());
    files.delete(complete, true);
    try {
      List<Row> rows = rows();
      JavaRDD<Row> slices =
          JavaSparkContext.fromSparkContext(spark.sparkContext())
              .parallelize(rows, rows.size() / ROWS_IN_FILE + 1);
      spark.createDataFrame(slices, schema()).write().parquet(complete.toString());
      LocalFiles.replace(files, complete, folder);
    } finally {
      files.delete(complete, true);
    }
  }

  private StructType schema() {
    StructType schema = new StructType();
    for (Map.Entry<String, Class<?>> column : table.types().entrySet()) {
      schema = schema.add(column.getKey(), type(column.getValue()));
    }
    return schema;
  }

  private static DataType type(Class<?> type) {
    if (type == Long.class) {
      return DataTypes.LongType;
    }
    if (type == Double.class) {
      return DataTypes.DoubleType;
    }
    return type == Boolean.class ? DataTypes.BooleanType : DataTypes.StringType;
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Object[] values : table.rows()) {
      rows.add(RowFactory.create(values));
    }
    return rows;
  }
}
