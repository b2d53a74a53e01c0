interface RuntimeMetric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
  readonly help: string;
}

/** What prom-client offers on Linux. Written down, so that the page is the same wherever it is written; a test compares. */
export const RUNTIME_METRICS: readonly RuntimeMetric[] = [
  {
    name: "process_cpu_user_seconds_total",
    type: "counter",
    labels: [],
    help: "Total user CPU time spent in seconds.",
  },
  {
    name: "process_cpu_system_seconds_total",
    type: "counter",
    labels: [],
    help: "Total system CPU time spent in seconds.",
  },
  {
    name: "process_cpu_seconds_total",
    type: "counter",
    labels: [],
    help: "Total user and system CPU time spent in seconds.",
  },
  {
    name: "process_start_time_seconds",
    type: "gauge",
    labels: [],
    help: "Start time of the process since unix epoch in seconds.",
  },
  {
    name: "process_resident_memory_bytes",
    type: "gauge",
    labels: [],
    help: "Resident memory size in bytes.",
  },
  { name: "process_virtual_memory_bytes", type: "gauge", labels: [], help: "Virtual memory size in bytes." },
  { name: "process_heap_bytes", type: "gauge", labels: [], help: "Process heap size in bytes." },
  { name: "process_open_fds", type: "gauge", labels: [], help: "Number of open file descriptors." },
  { name: "process_max_fds", type: "gauge", labels: [], help: "Maximum number of open file descriptors." },
  { name: "nodejs_eventloop_lag_seconds", type: "gauge", labels: [], help: "Lag of event loop in seconds." },
  {
    name: "nodejs_eventloop_lag_min_seconds",
    type: "gauge",
    labels: [],
    help: "The minimum recorded event loop delay.",
  },
  {
    name: "nodejs_eventloop_lag_max_seconds",
    type: "gauge",
    labels: [],
    help: "The maximum recorded event loop delay.",
  },
  {
    name: "nodejs_eventloop_lag_mean_seconds",
    type: "gauge",
    labels: [],
    help: "The mean of the recorded event loop delays.",
  },
  {
    name: "nodejs_eventloop_lag_stddev_seconds",
    type: "gauge",
    labels: [],
    help: "The standard deviation of the recorded event loop delays.",
  },
  {
    name: "nodejs_eventloop_lag_p50_seconds",
    type: "gauge",
    labels: [],
    help: "The 50th percentile of the recorded event loop delays.",
  },
  {
    name: "nodejs_eventloop_lag_p90_seconds",
    type: "gauge",
    labels: [],
    help: "The 90th percentile of the recorded event loop delays.",
  },
  {
    name: "nodejs_eventloop_lag_p99_seconds",
    type: "gauge",
    labels: [],
    help: "The 99th percentile of the recorded event loop delays.",
  },
  {
    name: "nodejs_active_resources",
    type: "gauge",
    labels: ["type"],
    help: "Number of active resources that are currently keeping the event loop alive, grouped by async resource type.",
  },
  {
    name: "nodejs_active_resources_total",
    type: "gauge",
    labels: [],
    help: "Total number of active resources.",
  },
  {
    name: "nodejs_active_handles",
    type: "gauge",
    labels: ["type"],
    help: "Number of active libuv handles grouped by handle type. Every handle type is C++ class name.",
  },
  { name: "nodejs_active_handles_total", type: "gauge", labels: [], help: "Total number of active handles." },
  {
    name: "nodejs_active_requests",
    type: "gauge",
    labels: ["type"],
    help: "Number of active libuv requests grouped by request type. Every request type is C++ class name.",
  },
  {
    name: "nodejs_active_requests_total",
    type: "gauge",
    labels: [],
    help: "Total number of active requests.",
  },
  {
    name: "nodejs_heap_size_total_bytes",
    type: "gauge",
    labels: [],
    help: "Process heap size from Node.js in bytes.",
  },
  {
    name: "nodejs_heap_size_used_bytes",
    type: "gauge",
    labels: [],
    help: "Process heap size used from Node.js in bytes.",
  },
  {
    name: "nodejs_external_memory_bytes",
    type: "gauge",
    labels: [],
    help: "Node.js external memory size in bytes.",
  },
  {
    name: "nodejs_heap_space_size_total_bytes",
    type: "gauge",
    labels: ["space"],
    help: "Process heap space size total from Node.js in bytes.",
  },
  {
    name: "nodejs_heap_space_size_used_bytes",
    type: "gauge",
    labels: ["space"],
    help: "Process heap space size used from Node.js in bytes.",
  },
  {
    name: "nodejs_heap_space_size_available_bytes",
    type: "gauge",
    labels: ["space"],
    help: "Process heap space size available from Node.js in bytes.",
  },
  {
    name: "nodejs_version_info",
    type: "gauge",
    labels: ["version", "major", "minor", "patch"],
    help: "Node.js version info.",
  },
  {
    name: "nodejs_gc_duration_seconds",
    type: "histogram",
    labels: ["kind"],
    help: "Garbage collection duration by kind, one of major, minor, incremental or weakcb.",
  },
];
