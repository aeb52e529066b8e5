import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.pattern.PathPatternParser;

/** Applications of the same shape for the JDK's own server, Tomcat and Spring Boot. */
public class Main {
  static final Map<String, String> PAGES = Map.ofEntries(
      Map.entry("/admin", "PROTECTED-admin"), Map.entry("/admin/panel", "PROTECTED-admin"),
      Map.entry("/secret", "PROTECTED-secret"), Map.entry("/büro/akten", "PROTECTED-office"),
      Map.entry("/a/b/private/page", "PROTECTED-private"), Map.entry("/files/report.pdf", "PROTECTED-report"),
      Map.entry("/", "PUBLIC /"), Map.entry("/public/page", "PUBLIC page"), Map.entry("/hello", "PUBLIC hello"),
      Map.entry("/administration", "PUBLIC administration"), Map.entry("/secrets", "PUBLIC secrets"),
      Map.entry("/grün/wiese", "PUBLIC wiese"), Map.entry("/a/b/open", "PUBLIC open"));

  static void startJdk(int port) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.createContext("/", exchange -> {
      String page = PAGES.get(exchange.getRequestURI().normalize().getPath());
      byte[] body = (page == null ? "missing" : page).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(page == null ? 404 : 200, exchange.getRequestMethod().equals("HEAD") ? -1 : body.length);
      if (!exchange.getRequestMethod().equals("HEAD")) exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
  }

  static class Page extends HttpServlet {
    final String text;

    Page(String text) {
      this.text = text;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
      response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  static void startTomcat(int port, String folder) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder);
    tomcat.setHostname("localhost");
    tomcat.setPort(port);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getEngine().setDefaultHost("localhost");
    Context context = tomcat.addContext("", folder);
    Map<String, String> mappings = Map.of("/admin/*", "PROTECTED-admin", "/secret", "PROTECTED-secret",
        "/büro/*", "PROTECTED-office", "/a/b/private/*", "PROTECTED-private", "/files/report.pdf", "PROTECTED-report");
    mappings.forEach((pattern, text) -> map(context, pattern, text));
    PAGES.forEach((path, text) -> {
      if (text.startsWith("PUBLIC")) map(context, path.equals("/") ? "" : path, text);
    });
    tomcat.start();
  }

  static void map(Context context, String pattern, String text) {
    Tomcat.addServlet(context, pattern, new Page(text));
    context.addServletMappingDecoded(pattern, pattern);
  }

  @Configuration
  @EnableAutoConfiguration
  @Import(Pages.class)
  public static class Application implements WebMvcConfigurer {
    // As applications do that came from Spring Boot 2.
    @Override
    @SuppressWarnings({"deprecation", "removal"})
    public void configurePathMatch(PathMatchConfigurer configurer) {
      PathPatternParser parser = new PathPatternParser();
      parser.setCaseSensitive(false);
      parser.setMatchOptionalTrailingSeparator(true);
      configurer.setPatternParser(parser);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
      registry.addResourceHandler("/files/**").addResourceLocations(Path.of(System.getenv("SITE"), "files").toUri().toString());
    }
  }

  @RestController
  public static class Pages {
    @GetMapping({"/admin", "/admin/{page}"})
    public String admin() {
      return "PROTECTED-admin";
    }

    @GetMapping("/secret")
    public String secret() {
      return "PROTECTED-secret";
    }

    @GetMapping("/büro/{page}")
    public String office() {
      return "PROTECTED-office";
    }

    @GetMapping("/a/b/private/{*page}")
    public String hidden() {
      return "PROTECTED-private";
    }

    @GetMapping({"/", "/public/page", "/hello", "/administration", "/secrets", "/grün/wiese", "/a/b/open"})
    public String plain() {
      return "PUBLIC";
    }
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "jdk" -> startJdk(port);
      case "tomcat" -> startTomcat(port, args[2]);
      default -> SpringApplication.run(Application.class, "--server.port=" + port, "--server.address=127.0.0.1",
          "--spring.main.banner-mode=off", "--logging.level.root=off");
    }
  }
}
